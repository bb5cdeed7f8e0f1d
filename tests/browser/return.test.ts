import { describe, expect, it } from "vitest";
import { wake } from "../support/browser/events.ts";
import { replyTimeoutMs } from "../support/browser/page-time.ts";
import { beside, standing, status, waiting } from "../support/browser/waiting.ts";
import { type Handler, healthyApp, isPoll } from "../support/network/front.ts";

describe("The return to the app", () => {
  it("loads the same URL once, with query and fragment, whatever the app replies to the poll", async () => {
    const { page, front, again } = await waiting("/");
    const to = (location: string) => status(302, { Location: location });
    const cases: [path: string, requested: string, folder: string, reply: Handler, polls: number][] = [
      ["/", "/", "", status(404), 2],
      ["/shop/cart?id=1&x=%20y", "/shop/cart?id=1&x=%20y", "/shop/cart", status(405), 2],
      ["/shop/?x=1#part", "/shop/?x=1", "/shop", status(410), 2],
      ["/shop?#part", "/shop?", "/shop", status(400), 2],
      ["//shop#part", "//shop", "//shop", status(200), 2],
      ["/account", "/account", "/account", to("https://sign-in.example/"), 4],
      ["/moved", "/moved", "/moved", to("/en"), 4],
    ];
    for (const [path, requested, folder, reply, polls] of cases) {
      await again(path);
      const app = beside(reply, healthyApp);
      front.answerWith((...both) => (both[0].url === "/en" ? status(200) : app)(...both));
      await expect.poll(() => page.title(), { message: path }).toBe("The app");
      expect(page.url()).toBe(front.url + path);
      expect(await page.locator("h1").innerText()).toBe("The app at GET");
      const asked = front.log.filter((entry) => !/favicon|GET \/en$/.test(entry));
      const last = [...Array(polls).fill(`GET ${folder}/backsoon-notice`), `GET ${requested}`];
      expect(asked.slice(-last.length)).toEqual(last);
      expect(asked.filter((entry) => entry.endsWith(` ${requested}`))).toHaveLength(1);
    }
  });

  it("succeeds when the app takes six seconds for each reply", async () => {
    const { page, front, pass } = await standing();
    const held = new Map<string, () => void>();
    front.answerWith((...both) => {
      held.set(isPoll(both[0]) ? "a poll" : "the page", () => healthyApp(...both));
    });
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
    // Timers below a minute are 20 times as fast, except time-outs of replies. The page logs when it has waited 20
    // seconds, because a page that is being left runs no scripts for the test.
    const { page, front } = await waiting("/slow?x=1#part", {
      script: `const wait = setTimeout.bind(window);
        window.setTimeout = (work, ms = 0) => {
          if (ms < 60_000) return wait(work, ms === ${replyTimeoutMs} ? ms : ms / 20);
          wait(() => console.log("still waiting"), 20_000 / 20);
          return wait(work, ms);
        };`,
    });
    const stillWaiting = page.waitForEvent("console", (message) => message.text() === "still waiting");
    const loads: (() => void)[] = [];
    front.answerWith(beside(status(404), (...both) => void loads.push(() => healthyApp(...both))));
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
    await page.goto("about:blank");
    // The page's policy allows no form; the app's page has one.
    const form = '<form method="post" action="/order#here"><button>Buy</button></form>';
    const html = { "Content-Type": "text/html" };
    front.answerWith((_request, response) => response.writeHead(200, html).end(form));
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
