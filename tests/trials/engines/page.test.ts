import { describe, expect, it } from "vitest";
import { notice } from "../../support/command/command.ts";
import { healthyApp, startFront } from "../../support/network/front.ts";
import { startReadOnlyFront } from "../../support/network/read-only-front.ts";
import { type ServiceHere, serveHere } from "../../support/service/service-here.ts";
import { engineNames, launchEngine, type Tab } from "./support/launch.ts";

const rich = ["--title", "We are moving", "--message", "One.\n\nTwo.", "--expected-return"];
const time = "2126-11-21T18:30:00+01:00";
const inUtc = expect.stringMatching(/^November\s21,\s2126 Thursday 5:30\sPM\sUTC $/);
const help = "Need help? support@example.com";
const thanks = "Thank you for your patience.";
const unsaved = "What you sent was not received. Go back to what you typed, and send it later.";
const passing = `addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(fetch(event.request));
});`;

const serve = () => serveHere({ POLL_SECONDS: "1", RETURN_SPREAD_SECONDS: "0" });
const set = async ({ env }: ServiceHere, ...args: string[]) =>
  expect(await notice(env, ["set", ...args])).toMatchObject({ code: 0 });

/** The tab's title, and the visible texts. */
const shown = (tab: Tab) =>
  tab.evaluate(() => [
    document.title,
    ...[...document.querySelectorAll("h1, .message, h2, .time, .help, .thanks")]
      .filter((element) => element.checkVisibility())
      .map(({ textContent }) => textContent),
  ]);

describe.each(engineNames)("The page in %s", (name) => {
  const open = launchEngine(name);

  it("shows every text of the notice, and a change in place", async () => {
    const service = await serve();
    await set(service, ...rich, "soon");
    const tab = await open(`${service.url}/some/page`);
    const title = "We are moving";
    const texts = [title, title, "Expected Return", "soon", "One.\n\nTwo.", help, thanks];
    expect(await shown(tab)).toEqual(texts);
    const lines = await tab.evaluate(() => {
      const message = document.querySelector(".message") as HTMLElement;
      return Math.round(message.offsetHeight / Number.parseFloat(getComputedStyle(message).lineHeight));
    });
    expect(lines).toBe(3);
    expect(await tab.evaluate(() => document.querySelector("a")?.href)).toBe("mailto:support@example.com");

    await tab.evaluate(() => void Object.assign(window, { first: document.querySelector("h1") }));
    await set(service, "--title", "We have moved", "--clear", "message", "--expected-return", time);
    const message = expect.stringMatching(/^We're currently performing scheduled maintenance/);
    await expect
      .poll(() => shown(tab))
      .toEqual(["We have moved", "We have moved", "Expected Return", inUtc, message, help, thanks]);
    const isTheSame = () => Object(window).first === document.querySelector("h1");
    expect(await tab.evaluate(isTheSame)).toBe(true);
  });

  it("brings visitors back to the same URL once the app answers", async () => {
    const front = await startFront((await serve()).url);
    const tab = await open(`${front.url}/cart?id=1#total`);
    expect(await tab.text("h1")).toBe("Under Maintenance");
    front.answerWith(healthyApp);
    await expect.poll(() => tab.text("h1")).toBe("The app at GET");
    expect(await tab.evaluate(() => location.href)).toBe(`${front.url}/cart?id=1#total`);
  });

  it("is served as HTML through the app's service worker, although the request looks like a script's", async () => {
    const front = await startFront((await serve()).url);
    front.answerWith(({ url }, response) => {
      const isWorker = url === "/worker.js";
      response.writeHead(200, { "Content-Type": isWorker ? "text/javascript" : "text/html" });
      response.end(isWorker ? passing : "<h1>The app</h1>");
    });
    const app = await open(front.url);
    const register = async () => {
      await navigator.serviceWorker.register("/worker.js");
      return Boolean((await navigator.serviceWorker.ready).active);
    };
    expect(await app.evaluate(register)).toBe(true);
    const seen: unknown[] = [];
    front.answerWith((incoming, response) => {
      seen.push(incoming.headers["sec-fetch-dest"]);
      front.forward(incoming, response);
    });
    const tab = await open(`${front.url}/cart`);
    expect([await tab.text("h1"), seen[0]]).toEqual(["Under Maintenance", "empty"]);
  });

  it("stays as the reply to a form when the app is back, and Back leads to the typed text", async () => {
    const front = await startReadOnlyFront((await serve()).url);
    const tab = await open(front.url);
    const typed = "Two loaves, and the small jar of honey.";
    const type = (text: string) => {
      document.querySelector("textarea")?.focus();
      return document.execCommand("insertText", false, text);
    };
    expect(await tab.evaluate(type, typed)).toBe(true);
    await tab.act(() => document.querySelector("button")?.click());
    await expect.poll(() => tab.text(".message").catch(() => "")).toBe(unsaved);
    await expect.poll(() => front.log).toContain("GET /orders/backsoon-notice");
    front.openAll();
    await expect.poll(() => tab.text("h1")).toBe("We're back");
    expect(await tab.text(".message")).toBe(unsaved);
    expect(await tab.text(".announcement")).toBe(`We're back\n${unsaved}`);
    // The page polls the app, and does not load it.
    const asked = front.log.length;
    await tab.evaluate(() => void dispatchEvent(new Event("online")));
    await expect.poll(() => front.log.length).toBeGreaterThan(asked);
    expect(await tab.text("h1")).toBe("We're back");
    await tab.act(() => history.back());
    const left = () => tab.evaluate(() => document.querySelector("textarea")?.value).catch(() => "");
    await expect.poll(left).toBe(typed);
    expect(front.log.filter((entry) => entry.startsWith("POST"))).toEqual(["POST /orders"]);
    expect(front.changes).toEqual([]);
  });

  describe("without its script", () => {
    const open = launchEngine(name, { hasScript: false });

    it("shows every text of the notice, with times in UTC", async () => {
      const service = await serve();
      const front = await startFront(service.url);
      await set(service, ...rich, time);
      const title = "We are moving";
      const texts = [title, title, "Expected Return", inUtc, "One.\n\nTwo.", help, thanks];
      expect(await shown(await open(front.url))).toEqual(texts);
      // With scripts, the page would have requested its script before the load event.
      expect(front.log).toEqual(["GET /"]);
    });
  });

  describe("for a visitor who reads Arabic", () => {
    const open = launchEngine(name, { language: "ar" });

    it("is right to left, with the notice's own texts in their own direction", async () => {
      const service = await serve();
      const tab = await open(service.url);
      expect(await tab.text("h1")).toBe("الموقع قيد الصيانة");
      const look = () =>
        tab.evaluate(() => {
          const directions = ["html", "h1", ".message", ".help", ".help a"].map(
            (selector) => getComputedStyle(document.querySelector(selector) as Element).direction,
          );
          const { lang, scrollWidth } = document.documentElement;
          const { right, width } = (document.querySelector("h1") as Element).getBoundingClientRect();
          const isInSight = width > 0 && right <= innerWidth && scrollWidth <= innerWidth;
          return { lang, directions, isInSight };
        });
      const directions = ["rtl", "rtl", "rtl", "rtl", "ltr"];
      expect(await look()).toEqual({ lang: "ar", directions, isInSight: true });
      await set(service, "--title", "We are moving");
      await expect.poll(() => tab.text("h1")).toBe("We are moving");
      expect(await look()).toMatchObject({ lang: "ar", directions: directions.with(1, "ltr") });
    });
  });
});
