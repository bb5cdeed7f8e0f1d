import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { listen, setHidden, wake } from "../support/browser/events.ts";
import { hurry, quickTime, waitsForPolls, withClock } from "../support/browser/page-time.ts";
import { notice } from "../support/command/command.ts";
import { startFront } from "../support/network/front.ts";
import { patient } from "../support/patient.ts";
import { type ServiceHere, serveHere } from "../support/service/service-here.ts";

const open = launchBrowser(still);
const settings = { POLL_SECONDS: "1" };
const long = { timeout: 20_000 };

const set = async ({ env }: ServiceHere, ...args: string[]) =>
  expect((await notice(env, ["set", ...args])).code).toBe(0);
const heading = (page: Page) => page.locator("h1").innerText();

/** Records every change of the page from now on. */
async function watchMutations(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver((records) => {
      for (const { target } of records)
        seen.push(target.parentElement?.closest("[class], h1")?.className ?? "");
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  return () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
}

/** Every title that the page shows from now on. */
async function watchTitles(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const titles: string[] = [];
    Object.assign(window, { titles });
    const title = document.querySelector("h1") as Element;
    const record = () => title.textContent !== titles.at(-1) && titles.push(title.textContent ?? "");
    new MutationObserver(record).observe(title, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { titles: string[] }).titles);
}

describe("an open page", () => {
  it("shows a change in place, keeps focus, selection and scroll, and announces it once", async () => {
    const service = await serveHere(settings);
    await set(service, "--title", "Before", "--message", `One.\n${"More.\n".repeat(100)}`);
    const { page, unexpected, requests } = await open(service.url, {}, quickTime);
    await page.getByRole("link").focus();
    await page.evaluate(() => {
      Object.assign(window, { first: document.querySelector("h1"), link: document.activeElement });
      const thanks = document.querySelector(".thanks") as Element;
      getSelection()?.selectAllChildren(thanks);
      scrollTo(0, 500);
      Object.assign(window, { region: document.querySelector(".announcement") });
    });
    const heard = await listen(page);
    await set(service, "--title", "After");
    await expect.poll(() => heading(page), long).toBe("After");
    const before = requests.length;
    await expect.poll(() => requests.length, long).toBeGreaterThan(before + 2);
    const kept = await page.evaluate(() => ({
      heading: Object(window).first === document.querySelector("h1"),
      focus: Object(window).link === document.activeElement,
      status: Object(window).region === document.querySelector(".announcement"),
      selection: String(getSelection()),
      scroll: scrollY,
      title: document.title,
    }));
    expect(kept).toMatchObject({
      heading: true,
      focus: true,
      status: true,
      selection: "Thank you for your patience.",
      scroll: 500,
      title: "After",
    });
    expect(await heard()).toEqual(["Updated:\nAfter"]);
    expect(unexpected()).toEqual([]);
  });

  it("spends nothing on an answer that nothing has changed", async () => {
    const service = await serveHere(settings);
    const { page, requests } = await open(service.url, {}, quickTime);
    await expect.poll(() => page.locator(".quiet-line").innerText(), long).toMatch(/^You can leave/);
    const mutations = await watchMutations(page);
    const before = requests.length;
    await expect.poll(() => requests.length, long).toBeGreaterThan(before + 2);
    expect(await mutations()).toEqual([]);
  });

  it("polls around its time, and not all pages at once", async () => {
    const service = await serveHere(settings);
    const random = `const dice = [0, 0.25, 0.75]; Math.random = () => { dice.push(dice.shift()); return dice[2]; };`;
    const { page, requests } = await open(service.url, {}, `${random} ${quickTime}`);
    await expect.poll(() => requests.length, long).toBeGreaterThan(10);
    await setHidden(page, true);
    // In the background it waits longer.
    const waits = (await waitsForPolls(page)).filter((ms) => ms < 48_000);
    expect(new Set(waits)).toEqual(new Set([800, 900, 1100]));
    expect(new Set(requests.slice(2))).toEqual(new Set(["/api/notice"]));
    // A wait ends with one poll; the first comes without one, and the last wait may have been cut short.
    // Of seven requests, one is a poll's second.
    const polls = Math.ceil(((requests.length - 1) * 6) / 7) - 1;
    expect(polls - waits.length).toBeOneOf([0, 1]);
  });

  it("asks at once when it is shown or online again", async () => {
    const service = await serveHere({ POLL_SECONDS: "3600" });
    const { page, requests } = await open(service.url, {}, "", withClock);
    const polls = () => requests.filter((path) => path === "/api/notice").length;
    expect(polls()).toBe(1);
    await page.clock.fastForward(2 * 3_600_000);
    await expect.poll(polls, long).toBe(2);
    await setHidden(page, true);
    await set(service, "--title", "Shown again");
    await setHidden(page, false);
    await expect.poll(() => heading(page), long).toBe("Shown again");
    // Staff may have come from another tab, with a cookie: the second is with that.
    await expect.poll(polls, long).toBe(4);
    await set(service, "--title", "Online again");
    await wake(page);
    await expect.poll(() => heading(page), long).toBe("Online again");
    expect(polls()).toBe(5);
  });

  it("goes on through failures for ever, with waits that double up to a minute, and shows what came after them", async () => {
    const service = await serveHere(settings);
    const front = await startFront(service.url);
    const { page } = await open(front.url, {}, `Math.random = () => 1; ${quickTime}`);
    const waits = () => waitsForPolls(page);
    front.answerWith((_request, response) => void response.writeHead(502).end());
    await hurry(page, 1000);
    const bounded = async () => (await waits()).filter((ms) => ms === 60_000).length;
    await expect.poll(bounded, patient).toBeGreaterThanOrEqual(15);
    const found = await waits();
    const start = found.indexOf(2400);
    expect(found.slice(start, start + 7)).toEqual([2400, 4800, 9600, 19_200, 38_400, 60_000, 60_000]);
    expect(Math.max(...found)).toBe(60_000);
    expect(await heading(page)).toBe("Under Maintenance");
    await set(service, "--title", "After the failures");
    front.answerWith();
    await expect.poll(() => heading(page), long).toBe("After the failures");
  });

  it("does not wait for a request that hangs when it is online again", async () => {
    const service = await serveHere({ POLL_SECONDS: "3600" });
    const front = await startFront(service.url);
    const { page } = await open(front.url, {}, "", withClock);
    // From here on no time passes in the page, so that nothing but being online makes it ask.
    await page.clock.pauseAt(Date.now() + 60_000);
    front.answerWith(() => {});
    const before = front.log.length;
    await wake(page);
    await expect.poll(() => front.log.length, long).toBeGreaterThan(before);
    await set(service, "--title", "Awake");
    front.answerWith();
    await wake(page);
    await expect.poll(() => heading(page), long).toBe("Awake");
  });

  it("tells those who listen what has changed, and times in their own zone", async () => {
    const service = await serveHere(settings);
    const { page } = await open(service.url, { timezoneId: "Asia/Tokyo" }, quickTime);
    const heard = () => page.locator(".announcement").textContent();
    await set(service, "--expected-return", "2126-11-21T18:30:00Z");
    await expect
      .poll(heard, long)
      .toMatch(/^Updated:\nExpected Return: November\s22,\s2126\nFriday 3:30\sAM\sGMT\+9$/);
    await set(service, "--contact-email", "night@example.com");
    await expect.poll(heard, long).toBe("Updated:\nnight@example.com");
    await set(service, "--clear", "expected-return");
    await expect.poll(heard, long).toBe("Updated:\nNo return time is known.");
    await set(service, "--as-given", "--expected-return", "2026-01-01T00:00:00Z");
    await expect
      .poll(heard, long)
      .toMatch(/^Updated:\nExpected Return: .*2026.*\n.*\nThis is taking longer than/);
  });

  it("follows in a browser without AbortSignal.timeout, and at a URL with a password", async () => {
    const service = await serveHere(settings);
    const url = service.url.replace("http://", "http://user:secret@");
    const { page, unexpected } = await open(url, {}, `delete AbortSignal.timeout; ${quickTime}`);
    await set(service, "--title", "Followed");
    await expect.poll(() => heading(page), long).toBe("Followed");
    expect(unexpected()).toEqual([]);
  });

  it("never goes back to an older revision, nor takes what is no notice", async () => {
    const service = await serveHere(settings);
    const front = await startFront(service.url);
    const { page, unexpected } = await open(front.url, {}, quickTime);
    const shown = await watchTitles(page);
    const answers = [
      [7, { isEnabled: true, title: "Seven", contactEmail: "a@b.co" }],
      [3, { isEnabled: true, title: "Three", contactEmail: "a@b.co" }],
      [8, { error: "no notice" }],
      [9, []],
      [9, { title: "Nine", contactEmail: "a@b.co", translations: { en: { title: 9, message: "x" } } }],
      [9, { title: "Nine", contactEmail: "a@b.co", translations: null }],
      [9, { title: "Nine", contactEmail: "a@b.co", message: null }],
      [10, { title: "Ten", contactEmail: "a@b.co", translations: { de: { later: [1] } }, later: {} }],
    ] as const;
    let index = 0;
    front.answerWith((_request, response) => {
      const [revision, body] = answers[Math.min(index, answers.length - 1)] ?? answers[0];
      index += 1;
      response.writeHead(200, { "Maintenance-Notice": revision, "Content-Type": "application/json" });
      response.end(JSON.stringify(body));
    });
    await expect.poll(() => heading(page), long).toBe("Ten");
    expect(await shown()).toEqual(["Seven", "Ten"]);
    expect(unexpected()).toEqual([]);
  });
});
