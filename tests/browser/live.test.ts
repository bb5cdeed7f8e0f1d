import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { launchBrowser, reload, still } from "../support/browser/browser.ts";
import { listen, pollOnce, setHidden, wake } from "../support/browser/events.ts";
import { plans, withClock } from "../support/browser/page-time.ts";
import { status, waitingIn } from "../support/browser/waiting.ts";
import { notice } from "../support/command/command.ts";
import { healthyApp } from "../support/network/front.ts";
import type { ServiceHere } from "../support/service/service-here.ts";

const waiting = waitingIn(launchBrowser({ ...still, timezoneId: "Asia/Tokyo" }));
const byHand = { settings: { POLL_SECONDS: "3600" }, script: "", world: withClock };

const set = async ({ env }: ServiceHere, ...args: string[]) =>
  expect((await notice(env, ["set", ...args])).code).toBe(0);
const heading = (page: Page) => page.locator("h1").innerText();

/** Records every title that the page shows from now on, and every element that changes. */
async function watchMutations(page: Page): Promise<() => Promise<{ titles: string[]; seen: string[] }>> {
  await page.evaluate(() => {
    const changes = { titles: [] as string[], seen: [] as string[] };
    Object.assign(window, { changes });
    const title = document.querySelector("h1") as Element;
    new MutationObserver((records) => {
      for (const { target } of records)
        changes.seen.push(target.parentElement?.closest("[class], h1")?.className ?? "");
      const text = title.textContent ?? "";
      if (text !== (changes.titles.at(-1) ?? "Under Maintenance")) changes.titles.push(text);
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  return () => page.evaluate(() => Object(window).changes);
}

describe("An open page", () => {
  it("changes nothing without a new revision, shows a new one in place (focus, selection and scroll stay), and announces it once", async () => {
    const { page, service, unexpected } = await waiting("/", byHand);
    await page.clock.pauseAt(Date.now() + 60_000);
    await expect.poll(() => page.locator(".quiet-line").innerText()).toMatch(/^You can leave/);
    const mutations = await watchMutations(page);
    for (const _time of [1, 2]) await pollOnce(page);
    expect((await mutations()).seen).toEqual([]);
    await set(service, "--title", "Before", "--message", `One.\n${"More.\n".repeat(100)}`);
    await pollOnce(page);
    await page.clock.runFor(10_000);
    await page.getByRole("link").focus();
    await page.evaluate(() => {
      Object.assign(window, { first: document.querySelector("h1"), link: document.activeElement });
      getSelection()?.selectAllChildren(document.querySelector(".thanks") as Element);
      scrollTo(0, 500);
      Object.assign(window, { region: document.querySelector(".announcement") });
    });
    const heard = await listen(page);
    await set(service, "--title", "After");
    await pollOnce(page);
    await expect.poll(() => heading(page)).toBe("After");
    for (const _time of [1, 2]) await pollOnce(page);
    const kept = await page.evaluate(() => ({
      heading: Object(window).first === document.querySelector("h1"),
      focus: Object(window).link === document.activeElement,
      status: Object(window).region === document.querySelector(".announcement"),
      selection: String(getSelection()),
      scroll: scrollY,
      title: document.title,
    }));
    expect(kept).toEqual({
      heading: true,
      focus: true,
      status: true,
      selection: "Thank you for your patience.",
      scroll: 500,
      title: "After",
    });
    expect((await heard()).filter((text) => text)).toEqual(["Updated:\nAfter"]);

    // Times in the visitor's own zone.
    for (const [args, said] of [
      [
        ["--expected-return", "2126-11-21T18:30:00Z"],
        /^Updated:\nExpected Return: November\s22,\s2126\nFriday 3:30\sAM\sGMT\+9$/,
      ],
      [["--contact-email", "night@example.com"], /^Updated:\nnight@example.com$/],
      [["--clear", "expected-return"], /^Updated:\nNo return time is known.$/],
      [
        ["--as-given", "--expected-return", "2026-01-01T00:00:00Z"],
        /^Updated:\nExpected Return: .*2026.*\n.*\nThis is taking longer than/,
      ],
    ] as const) {
      await set(service, ...args);
      await wake(page);
      await expect.poll(() => page.locator(".announcement").textContent()).toMatch(said);
    }
    expect(unexpected()).toEqual([]);
  });

  it("polls at once when the tab is shown or online again, even while a request hangs", async () => {
    const { page, front, service, requests } = await waiting("/", byHand);
    const polls = () => requests.filter((path) => path === "/backsoon-notice").length;
    expect(polls()).toBe(1);
    await page.clock.fastForward(2 * 3_600_000);
    await expect.poll(polls).toBe(2);
    await setHidden(page, true);
    await set(service, "--title", "Shown again");
    await setHidden(page, false);
    await expect.poll(() => heading(page)).toBe("Shown again");
    // The second poll sends cookies, because staff may have signed in in another tab.
    await expect.poll(polls).toBe(4);
    await set(service, "--title", "Online again");
    await wake(page);
    await expect.poll(() => heading(page)).toBe("Online again");
    expect(polls()).toBe(5);

    front.answerWith(() => {});
    const before = front.log.length;
    await wake(page);
    await expect.poll(() => front.log.length).toBeGreaterThan(before);
    await set(service, "--title", "Awake");
    front.answerWith();
    await wake(page);
    await expect.poll(() => heading(page)).toBe("Awake");
  });

  it("keeps polling through failures, and without AbortSignal.timeout, and shows the next revision", async () => {
    const { page, front, service, unexpected } = await waiting("/", {
      ...byHand,
      script: "delete AbortSignal.timeout",
    });
    // Scripts may not fetch a URL with a password.
    await page.goto(front.url.replace("http://", "http://user:secret@"));
    await set(service, "--title", "Followed");
    await wake(page);
    await expect.poll(() => heading(page)).toBe("Followed");
    expect(unexpected()).toEqual([]);
    await page.goto(front.url);
    front.answerWith(status(502));
    for (let polls = 1; polls < 8; polls += 1) {
      await expect.poll(() => plans(page)).toBe(polls);
      await page.clock.fastForward(2 * 3_600_000);
    }
    await set(service, "--title", "After the failures");
    front.answerWith();
    await pollOnce(page);
    await expect.poll(() => heading(page)).toBe("After the failures");
  });

  it("keeps the server's times in a browser without time zones or Intl.Locale, shows changes, and returns", async () => {
    const zoneless = `const { DateTimeFormat } = Intl;
      Intl.DateTimeFormat = function (tag, options) {
        if (!options.timeZone) throw new RangeError("Unsupported time zone specified undefined");
        return new DateTimeFormat(tag, options);
      };`;
    for (const script of [zoneless, "delete Intl.Locale"]) {
      const { page, front, service } = await waiting("/", { script });
      await set(service, "--expected-return", "2126-11-21T18:30:00Z");
      await reload(page);
      const line = () => page.locator(".quiet-line").innerText();
      await expect.poll(line).toMatch(/^You can leave/);
      expect(await page.locator(".time").innerText()).toMatch(/UTC$/);
      if (script === zoneless) {
        await set(service, "--title", "Changed");
        await expect.poll(() => page.locator(".announcement").textContent()).toBe("Updated:\nChanged");
      }
      front.answerWith(healthyApp);
      await expect.poll(() => page.title(), { message: script }).toBe("The app");
    }
  });

  it("never shows an older revision or a reply that is not a notice", async () => {
    const { page, front, unexpected } = await waiting("/", byHand);
    const mutations = await watchMutations(page);
    for (const [revision, body] of [
      [7, { isEnabled: true, title: "Seven", contactEmail: "a@b.co" }],
      [3, { isEnabled: true, title: "Three", contactEmail: "a@b.co" }],
      [8, { error: "no notice" }],
      [9, []],
      [9, { title: "Nine", contactEmail: "a@b.co", translations: { en: { title: 9, message: "x" } } }],
      [9, { title: "Nine", contactEmail: "a@b.co", translations: null }],
      [9, { title: "Nine", contactEmail: "a@b.co", message: null }],
      [10, { title: "Ten", contactEmail: "a@b.co", translations: { de: { later: [1] } }, later: {} }],
    ] as const) {
      front.answerWith((_request, response) => {
        response.writeHead(200, { "Maintenance-Notice": revision, "Content-Type": "application/json" });
        response.end(JSON.stringify(body));
      });
      await pollOnce(page);
    }
    expect((await mutations()).titles).toEqual(["Seven", "Ten"]);
    expect(unexpected()).toEqual([]);
  });
});
