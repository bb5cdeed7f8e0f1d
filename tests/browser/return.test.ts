import { describe, expect, it } from "vitest";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { openByHand } from "../support/browser/by-hand.ts";
import { wake, watchLoads } from "../support/browser/events.ts";
import { answerTimesMs } from "../support/browser/page-time.ts";
import { status, waitingIn } from "../support/browser/waiting.ts";
import { type Handler, healthyApp, isPoll } from "../support/network/front.ts";

const waiting = waitingIn(launchBrowser(still));

/** Replies of apps at a path that they do not know. */
const unknown: Record<string, Handler> = {
  "404": status(404),
  "405": status(405),
  "410": status(410),
  "400": status(400),
  "a page": status(200),
  "a redirect to another origin": status(302, { Location: "https://sign-in.example/" }),
  "a redirect to a page": (request, response) =>
    (request.url === "/en" ? status(200) : status(308, { Location: "/en" }))(request, response),
};

describe("The return to the app", () => {
  it("loads the same URL once, with query and fragment, whatever the app replies to the poll", async () => {
    const { page, front, again } = await waiting("/");
    const cases: [path: string, requested: string, beside: string, app: keyof typeof unknown][] = [
      ["/", "/", "/backsoon-notice", "404"],
      ["/shop/cart?id=1&x=%20y", "/shop/cart?id=1&x=%20y", "/shop/cart/backsoon-notice", "405"],
      ["/shop/?x=1#part", "/shop/?x=1", "/shop/backsoon-notice", "410"],
      ["/shop?#part", "/shop?", "/shop/backsoon-notice", "400"],
      ["//shop#part", "//shop", "//shop/backsoon-notice", "a page"],
      ["/account", "/account", "/account/backsoon-notice", "a redirect to another origin"],
      ["/moved", "/moved", "/moved/backsoon-notice", "a redirect to a page"],
    ];
    for (const [path, requested, beside, app] of cases) {
      await again(path);
      front.answerWith((request, response) =>
        (isPoll(request) || request.url === "/en" ? (unknown[app] as Handler) : healthyApp)(
          request,
          response,
        ),
      );
      await expect.poll(() => page.title(), { message: path }).toBe("The app");
      expect(page.url()).toBe(front.url + path);
      expect(await page.locator("h1").innerText()).toBe("The app at GET");
      const asked = front.log.filter((entry) => !/favicon|GET \/en$/.test(entry));
      const twice = Array(app.startsWith("a redirect") ? 4 : 2).fill(`GET ${beside}`);
      expect(asked.slice(-twice.length - 1)).toEqual([...twice, `GET ${requested}`]);
      expect(asked.filter((entry) => entry.endsWith(` ${requested}`))).toHaveLength(1);
    }
  });

  it("loads a URL that the app refuses or redirects", async () => {
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
      front.answerWith((request, response) => (request.url === path ? app : healthyApp)(request, response));
      await expect.poll(() => loads[0], { message: path }).toBe(`${front.url}${path}`);
      // The other origin of this test does not exist.
      if (path === "/account") break;
      const title = path === "/moved" ? "The app" : `Status ${path.slice(-3)}`;
      await expect.poll(() => page.title(), { message: path }).toBe(title);
    }
  });

  it("succeeds when the app takes six seconds for each reply", async () => {
    const { page, front, pass } = await openByHand(waiting);
    const held = new Map<string, () => void>();
    front.answerWith(
      (request, response) =>
        void held.set(isPoll(request) ? "a poll" : "the page", () => healthyApp(request, response)),
    );
    /** Waits for a request, and returns the function that replies to it. */
    const arrived = async (request: string): Promise<(() => void) | undefined> => {
      await expect.poll(() => [...held.keys()]).toContain(request);
      const reply = held.get(request);
      held.clear();
      return reply;
    };
    await wake(page);
    const first = await arrived("a poll");
    await pass(6_000);
    first?.();
    await expect.poll(() => page.title()).toBe("We're back");
    await page.clock.runFor(1);
    const second = await arrived("a poll");
    await pass(6_000);
    second?.();
    // A page that is being left runs no more scripts for the test.
    (await arrived("the page"))?.();
    await expect.poll(() => page.title()).toBe("The app");
  });

  it("sends no second request while the app takes long to load", async () => {
    // All timers below a minute are 20 times as fast, except time-outs of replies. The page logs when it has waited
    // 20 seconds, because a page that is being left runs no scripts for the test.
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
      if (isPoll(request)) response.writeHead(404).end();
      else loads.push(() => healthyApp(request, response));
    });
    await expect.poll(() => loads.length).toBe(1);
    const before = [...front.log];
    await stillWaiting;
    expect(front.log).toEqual(before);
    for (const load of loads) load();
    await expect.poll(() => page.title()).toBe("The app");
    expect(page.url()).toBe(`${front.url}/slow?x=1#part`);
    expect(front.log.filter((entry) => entry.includes("x=1"))).toEqual(["GET /slow?x=1", "GET /slow?x=1"]);
  });

  it("does not resend a form whose reply was the notice, and works after the back button", async () => {
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
    // The page polls the app, and does not load it.
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
