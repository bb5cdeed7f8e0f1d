import { describe, expect, it } from "vitest";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { openByHand } from "../support/browser/by-hand.ts";
import { wake } from "../support/browser/events.ts";
import { watchLoads } from "../support/browser/loads.ts";
import { answerTimesMs } from "../support/browser/page-time.ts";
import { status, waitingIn } from "../support/browser/waiting.ts";
import { type Handler, healthyApp } from "../support/network/front.ts";

const waiting = waitingIn(launchBrowser(still));

/** An app that answers everything but HEAD. */
const withoutHead =
  (head: Handler): Handler =>
  (request, response) =>
    (request.method === "HEAD" ? head : healthyApp)(request, response);

describe("a visitor is brought back to the same URL", () => {
  it("whichever it is and however the app answers, once", async () => {
    const { page, front, again } = await waiting("/");
    const cases: [path: string, requested: string, app: Handler][] = [
      ["/shop/cart?id=1&x=%20y", "/shop/cart?id=1&x=%20y", healthyApp],
      ["/shop?x=1#part", "/shop?x=1", healthyApp],
      ["/shop?#part", "/shop?", healthyApp],
      ["//shop#part", "//shop", healthyApp],
      ["/head-405", "/head-405", withoutHead(status(405))],
    ];
    for (const [path, requested, app] of cases) {
      await again(path);
      front.answerWith(app);
      await expect.poll(() => page.title(), { message: path }).toBe("The app");
      expect(page.url()).toBe(front.url + path);
      expect(await page.locator("h1").innerText()).toBe("The app at GET");
      const isHeadKnown = app === healthyApp;
      // Without HEAD it has asked by GET, too.
      const gets = front.log.filter((entry) => entry === `GET ${requested}`).length;
      expect([path, gets]).toEqual([path, isHeadKnown ? 1 : expect.toSatisfy((count: number) => count > 1)]);
    }
  });

  it("when the app redirects, or refuses that URL while its root is healthy twice", async () => {
    const { page, front, again } = await waiting("/");
    const loads = watchLoads(page);
    const cases: [string, Handler][] = [
      ["/order?id=403", status(403)],
      ["/moved", status(308, { Location: "/en" })],
      ["/account", status(302, { Location: "https://sign-in.example/" })],
    ];
    for (const [path, app] of cases) {
      await again(path);
      loads.splice(0);
      front.answerWith((request, response) =>
        (["/", "/en"].includes(request.url ?? "") ? healthyApp : app)(request, response),
      );
      await expect.poll(() => loads[0], { message: path }).toBe(`${front.url}${path}`);
      // Of the app on another origin, nothing comes.
      if (path === "/account") break;
      const title = path === "/moved" ? "The app" : `Status ${path.slice(-3)}`;
      await expect.poll(() => page.title(), { message: path }).toBe(title);
      const heads = front.log.filter((entry) => entry === "HEAD /").length;
      expect(heads).toBeGreaterThanOrEqual(path === "/moved" ? 0 : 2);
    }
  });

  it("when the app lets HEAD hang, and when it takes six seconds for each answer", async () => {
    const { page, front, again, leave, poll, pass } = await openByHand(waiting);
    front.answerWith(withoutHead(() => {}));
    const heads = () => front.log.filter((entry) => entry === "HEAD /").length;
    await wake(page);
    await expect.poll(heads).toBe(1);
    expect(await page.title()).toBe("Under Maintenance");
    await pass(4_000);
    await expect.poll(() => page.title()).toBe("We're back");
    await page.clock.runFor(1);
    await expect.poll(heads).toBe(2);
    await leave(() => pass(4_000));
    await expect.poll(() => page.title()).toBe("The app");

    await again("/");
    const held = new Map<string, () => void>();
    front.answerWith(
      (request, response) =>
        void held.set(`${request.method} ${request.url}`, () => healthyApp(request, response)),
    );
    /** Waits for a request, and gives what answers it. */
    const arrived = async (request: string): Promise<(() => void) | undefined> => {
      await expect.poll(() => [...held.keys()]).toContain(request);
      const reply = held.get(request);
      held.clear();
      return reply;
    };
    const answer = async (request: string): Promise<void> => {
      const reply = await arrived(request);
      await pass(6_000);
      reply?.();
    };
    const polled = poll();
    for (const request of ["GET /api/notice", "HEAD /", "GET /"]) await answer(request);
    await polled;
    await wake(page);
    // Without and with what the browser has.
    for (const request of ["GET /api/notice", "HEAD /", "HEAD /"]) await answer(request);
    await expect.poll(() => page.title()).toBe("We're back");
    await page.clock.runFor(1);
    for (const request of ["HEAD /", "HEAD /"]) await answer(request);
    // Nothing can be asked of a page that is being left.
    (await arrived("GET /"))?.();
    await expect.poll(() => page.title()).toBe("The app");
  });

  it("with one request that is left to finish, when the app needs its time", async () => {
    // What takes less than the minute that a load may take is over in a twentieth of its time, but for what an answer
    // may take. The page itself tells when it has waited for 20 seconds: nothing can be asked of one that is being left.
    const { page, front } = await waiting("/slow?x=1#part", {
      script: `const wait = setTimeout.bind(window);
        window.setTimeout = (work, ms = 0) => {
          if ([${answerTimesMs}].includes(ms)) return wait(work, ms);
          if (ms < 60_000) return wait(work, ms / 20);
          wait(() => console.log("still waiting"), 20_000 / 20);
          return wait(work, ms);
        };`,
    });
    const stillWaiting = page.waitForEvent("console", (message) => message.text() === "still waiting");
    const loads: (() => void)[] = [];
    front.answerWith((request, response) => {
      if (request.method === "HEAD") response.writeHead(200).end();
      else if (request.url === "/api/notice") response.writeHead(404).end();
      else loads.push(() => healthyApp(request, response));
    });
    await expect.poll(() => loads.length).toBe(1);
    const before = [...front.log];
    await stillWaiting;
    expect(front.log).toEqual(before);
    for (const load of loads) load();
    await expect.poll(() => page.title()).toBe("The app");
    expect(page.url()).toBe(`${front.url}/slow?x=1#part`);
    expect(front.log.filter((entry) => entry.startsWith("GET /slow"))).toEqual([
      "GET /slow?x=1",
      "GET /slow?x=1",
    ]);
  });

  it("by the back button, and not by itself when the notice was the answer to a form", async () => {
    const { page, front, again } = await waiting("/");
    // The page's policy allows no form; the app's page has one.
    const form = '<form method="post" action="/order#here"><button>Buy</button></form>';
    front.answerWith((_request, response) =>
      response.writeHead(200, { "Content-Type": "text/html" }).end(form),
    );
    await page.goto(`${front.url}/form`);
    front.answerWith();
    await page.getByRole("button").click();
    await expect.poll(() => page.title()).toBe("Under Maintenance");
    const check = "If you sent something, check whether it arrived before you send it again.";
    const told = () => page.locator(".message").first().innerText();
    expect(await told()).toBe(check);
    front.answerWith(healthyApp);
    await expect.poll(() => page.title()).toBe("We're back");
    expect(await told()).toBe(check);
    // It asks whether the app is there, and loads none of it.
    const asked = front.log.length;
    await wake(page);
    await expect.poll(() => front.log.length).toBeGreaterThan(asked + 1);
    expect(await page.title()).toBe("We're back");
    expect(page.url()).toBe(`${front.url}/order#here`);
    expect(front.log.filter((entry) => entry === "POST /order")).toHaveLength(1);

    await again("/one");
    front.answerWith(healthyApp);
    await expect.poll(() => page.title()).toBe("The app");
    await page.goto(`${front.url}/two`);
    await page.goBack();
    expect(await page.title()).toBe("The app");
    expect(page.url()).toBe(`${front.url}/one`);

    front.answerWith();
    await page.goto(`${front.url}/three`);
    expect(await page.title()).toBe("Under Maintenance");
    await page.goto("about:blank");
    front.answerWith(healthyApp);
    await page.goBack();
    await expect.poll(() => page.title()).toBe("The app");
    expect(page.url()).toBe(`${front.url}/three`);
  });
});
