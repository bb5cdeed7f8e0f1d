import { describe, expect, it } from "vitest";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { openByHand } from "../support/browser/by-hand.ts";
import { wake } from "../support/browser/events.ts";
import { answerTimesMs, pass, withClock } from "../support/browser/page-time.ts";
import { status, waitingIn } from "../support/browser/waiting.ts";
import { healthyApp } from "../support/network/front.ts";

const waiting = waitingIn(launchBrowser(still));
const long = { timeout: 20_000 };

describe("a visitor is brought back to the same URL", () => {
  it.each([
    ["/", "/"],
    ["/shop/cart?id=1&x=%20y", "/shop/cart?id=1&x=%20y"],
    ["/shop#part", "/shop"],
    ["/shop?x=1#", "/shop?x=1"],
  ])("%s", async (path, requested) => {
    const { page, front } = await waiting(path);
    front.answerWith(healthyApp);
    await expect.poll(() => page.title(), long).toBe("The app");
    expect(page.url()).toBe(front.url + path);
    expect(front.log.filter((entry) => entry === `GET ${requested}`)).toHaveLength(2);
    expect(await page.locator("h1").innerText()).toBe("The app at GET");
  });

  it.each([
    ["a sign-in on another origin", status(302, { Location: "https://sign-in.example/" })],
    ["a permanent redirect", status(308, { Location: "/en" })],
  ])("when the app answers with %s", async (_name, answer) => {
    const { page, front } = await waiting("/account");
    const loads: string[] = [];
    page.on("request", (request) => request.isNavigationRequest() && loads.push(request.url()));
    front.answerWith(answer);
    await expect.poll(() => loads[0], long).toBe(`${front.url}/account`);
  });

  it("when the app does not know HEAD", async () => {
    const { page, front } = await waiting("/");
    front.answerWith((request, response) =>
      request.method === "HEAD" ? response.writeHead(405).end() : healthyApp(request, response),
    );
    await expect.poll(() => page.title(), long).toBe("The app");
  });

  it.each([403, 404])("when the app answers HEAD with %i and GET with its page", async (code) => {
    const { page, front } = await waiting("/");
    front.answerWith((request, response) =>
      request.method === "HEAD" ? status(code)(request, response) : healthyApp(request, response),
    );
    await expect.poll(() => page.title(), long).toBe("The app");
  });

  it("when the app answers HEAD with 500 and GET with its page", async () => {
    const { page, front } = await waiting("/");
    front.answerWith((request, response) =>
      request.method === "HEAD" ? response.writeHead(500).end() : healthyApp(request, response),
    );
    await expect.poll(() => page.title(), long).toBe("The app");
  });

  it("when the app lets HEAD hang and answers GET with its page", async () => {
    const { page, front, leave, pass } = await openByHand(waiting, "/");
    front.answerWith((request, response) => {
      if (request.method !== "HEAD") healthyApp(request, response);
    });
    const heads = () => front.log.filter((entry) => entry === "HEAD /").length;
    await wake(page);
    await expect.poll(heads, long).toBe(1);
    expect(await page.title()).toBe("Under Maintenance");
    await pass(4_000);
    await expect.poll(() => page.title(), long).toBe("We're back");
    await page.clock.runFor(1);
    await expect.poll(heads, long).toBe(2);
    await leave(() => pass(4_000));
    await expect.poll(() => page.title(), long).toBe("The app");
  });

  it("when the app takes six seconds for each answer", async () => {
    const { page, front, poll, pass } = await openByHand(waiting, "/");
    const held = new Map<string, () => void>();
    front.answerWith(
      (request, response) =>
        void held.set(`${request.method} ${request.url}`, () => healthyApp(request, response)),
    );
    /** Waits for a request, and gives what answers it. */
    const arrived = async (request: string): Promise<(() => void) | undefined> => {
      await expect.poll(() => [...held.keys()], long).toContain(request);
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
    await expect.poll(() => page.title(), long).toBe("We're back");
    await page.clock.runFor(1);
    for (const request of ["HEAD /", "HEAD /"]) await answer(request);
    // Nothing can be asked of a page that is being left.
    (await arrived("GET /"))?.();
    await expect.poll(() => page.title(), long).toBe("The app");
  });

  it.each([403, 405])(
    "when it refuses the page's own URL with %i, and its root is healthy twice",
    async (code) => {
      const { page, front } = await waiting("/order?id=1");
      const loads: string[] = [];
      page.on("request", (request) => request.isNavigationRequest() && loads.push(request.url()));
      front.log.splice(0);
      front.answerWith((request, response) =>
        request.url === "/" ? healthyApp(request, response) : status(code)(request, response),
      );
      await expect.poll(() => loads, long).toEqual([`${front.url}/order?id=1`]);
      expect(front.log.filter((entry) => entry === "HEAD /").length).toBeGreaterThanOrEqual(2);
      await expect.poll(() => page.title(), long).toBe(`Status ${code}`);
    },
  );

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
    await expect.poll(() => loads.length, long).toBe(1);
    const before = [...front.log];
    await stillWaiting;
    expect(front.log).toEqual(before);
    for (const load of loads) load();
    await expect.poll(() => page.title(), long).toBe("The app");
    expect(page.url()).toBe(`${front.url}/slow?x=1#part`);
    expect(front.log.filter((entry) => entry.startsWith("GET /slow"))).toEqual([
      "GET /slow?x=1",
      "GET /slow?x=1",
    ]);
  });

  it("by GET, when the notice was the answer to a form", async () => {
    const { page, front } = await waiting("/");
    // The page's policy allows no form; the app's page has one.
    front.answerWith((request, response) =>
      request.url === "/form"
        ? response
            .writeHead(200, { "Content-Type": "text/html" })
            .end('<form method="post" action="/order#here"><button>Buy</button></form>')
        : response.writeHead(404).end(),
    );
    await page.goto(`${front.url}/form`);
    front.answerWith();
    await page.getByRole("button").click();
    await expect.poll(() => page.title(), long).toBe("Under Maintenance");
    expect(front.log).toContain("POST /order");
    front.answerWith(healthyApp);
    await expect.poll(() => page.title(), long).toBe("The app");
    expect(await page.locator("h1").innerText()).toBe("The app at GET");
    expect(page.url()).toBe(`${front.url}/order#here`);
    expect(front.log.filter((entry) => entry === "POST /order")).toHaveLength(1);
  });

  it("after a moment in which the page says so", async () => {
    const { page, front } = await waiting("/", {
      settings: { RETURN_SPREAD_SECONDS: "600" },
      script: "Math.random = () => 0.7",
      world: withClock,
    });
    front.answerWith(healthyApp);
    await expect.poll(() => page.locator(".message").innerText(), long).toBe("Opening the page…");
    const before = [...front.log];
    await pass(page, 360_000);
    expect(await page.title()).toBe("We're back");
    expect(front.log).toEqual(before);
    await page.clock.fastForward(60_000);
    await expect.poll(() => page.title(), long).toBe("The app");
  });

  it("also by the back button, and no notice is left in the history or in a cache", async () => {
    const { page, front } = await waiting("/one");
    front.answerWith(healthyApp);
    await expect.poll(() => page.title(), long).toBe("The app");
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
    await expect.poll(() => page.title(), long).toBe("The app");
    expect(page.url()).toBe(`${front.url}/three`);
  });
});
