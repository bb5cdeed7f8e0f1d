import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { isHydrated, reload } from "../support/browser/browser.ts";
import { listen, setHidden, wake } from "../support/browser/events.ts";
import { setNotice, standing, status, waiting } from "../support/browser/waiting.ts";
import { forwardTo, healthyApp } from "../support/network/front.ts";
import { serveWith } from "../support/service/service-here.ts";

const tokyo = { timezoneId: "Asia/Tokyo" };
const heading = (page: Page) => page.locator("h1").innerText();

/** Gives a function that returns each title that the page has shown since, and each element that has changed. */
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
    const { page, poll, unexpected, change } = await standing("/", tokyo);
    await expect.poll(() => page.locator(".quiet-line").innerText()).toMatch(/^You can leave/);
    const mutations = await watchMutations(page);
    for (const _time of [1, 2]) await poll();
    expect((await mutations()).seen).toEqual([]);
    await change("--title", "Before", "--message", `One.\n${"More.\n".repeat(100)}`);
    await page.clock.runFor(10_000);
    await page.getByRole("link").focus();
    await page.evaluate(() => {
      const places = () => ["h1", ".announcement", ":focus"].map((it) => document.querySelector(it));
      const first = places();
      Object.assign(window, { isSame: () => places().map((it, at) => it === first[at]) });
      getSelection()?.selectAllChildren(document.querySelector(".thanks") as Element);
      scrollTo(0, 500);
    });
    const heard = await listen(page);
    await change("--title", "After");
    await expect.poll(() => heading(page)).toBe("After");
    for (const _time of [1, 2]) await poll();
    const look = () => [...Object(window).isSame(), String(getSelection()), scrollY, document.title];
    expect(await page.evaluate(look)).toEqual([
      true,
      true,
      true,
      "Thank you for your patience.",
      500,
      "After",
    ]);
    expect((await heard()).filter((text) => text)).toEqual(["Updated:\nAfter"]);

    // Times are in the visitor's own zone.
    const announces = async (said: RegExp, ...options: string[]) => {
      await change(...options);
      await expect.poll(() => page.locator(".announcement").textContent()).toMatch(said);
    };
    const friday = /^Updated:\nExpected Return: November\s22,\s2126\nFriday 3:30\sAM\sGMT\+9$/;
    await announces(friday, "--expected-return", "2126-11-21T18:30:00Z");
    await announces(/^Updated:\nnight@example.com$/, "--contact-email", "night@example.com");
    await announces(/^Updated:\nNo return time is known.$/, "--clear", "expected-return");
    const late = /^Updated:\nExpected Return: .*2026.*\n.*\nThis is taking longer than/;
    await announces(late, "--as-given", "--expected-return", "2026-01-01T00:00:00Z");
    expect(unexpected()).toEqual([]);
  });

  it("polls at once when the tab is shown or online again, even while a request hangs", async () => {
    const { page, front, set, requests } = await standing();
    const polls = () => requests.filter((path) => path === "/backsoon-notice").length;
    expect(polls()).toBe(1);
    await page.clock.fastForward(2 * 3_600_000);
    await expect.poll(polls).toBe(2);
    await setHidden(page, true);
    await set("--title", "Shown again");
    await setHidden(page, false);
    await expect.poll(() => heading(page)).toBe("Shown again");
    // The second poll sends cookies, because staff may have signed in in another tab.
    await expect.poll(polls).toBe(4);
    await set("--title", "Online again");
    await wake(page);
    await expect.poll(() => heading(page)).toBe("Online again");
    expect(polls()).toBe(5);

    front.answerWith(() => {});
    const before = front.log.length;
    await wake(page);
    await expect.poll(() => front.log.length).toBeGreaterThan(before);
    await set("--title", "Awake");
    front.answerWith();
    await wake(page);
    await expect.poll(() => heading(page)).toBe("Awake");
  });

  it("keeps polling through failures, and without AbortSignal.timeout, and shows the next revision", async () => {
    const script = "delete AbortSignal.timeout";
    const { page, front, set, poll, pass, waits, unexpected, change, meets } = await standing("/", {
      script,
    });
    // Scripts may not fetch a URL with a password.
    await page.goto(front.url.replace("http://", "http://user:secret@"));
    await waits();
    await isHydrated(page);
    await change("--title", "Followed");
    await expect.poll(() => heading(page)).toBe("Followed");
    expect(unexpected()).toEqual([]);
    front.answerWith(status(502));
    for (let polls = 0; polls < 7; polls += 1) await poll(() => pass(2 * 3_600_000));
    await set("--title", "After the failures");
    await meets();
    await expect.poll(() => heading(page)).toBe("After the failures");
  });

  it("keeps the server's times in a browser without time zones or Intl.Locale, shows changes, and returns", async () => {
    const zoneless = `const { DateTimeFormat } = Intl;
      Intl.DateTimeFormat = function (tag, options) {
        if (!options.timeZone) throw new RangeError("Unsupported time zone specified undefined");
        return new DateTimeFormat(tag, options);
      };`;
    for (const script of [zoneless, "delete Intl.Locale"]) {
      const { page, front, set } = await waiting("/", { ...tokyo, script });
      await set("--expected-return", "2126-11-21T18:30:00Z");
      await reload(page);
      await expect.poll(() => page.locator(".quiet-line").innerText()).toMatch(/^You can leave/);
      expect(await page.locator(".time").innerText()).toMatch(/UTC$/);
      if (script === zoneless) {
        await set("--title", "Changed");
        await expect.poll(() => page.locator(".announcement").textContent()).toBe("Updated:\nChanged");
      }
      front.answerWith(healthyApp);
      await expect.poll(() => page.title(), { message: script }).toBe("The app");
    }
  });

  it("never shows an older revision or a reply that is not a notice, nor takes one for the app", async () => {
    const { page, front, poll, unexpected } = await standing();
    const mutations = await watchMutations(page);
    const notice = { isEnabled: true, contactEmail: "a@b.co" };
    front.log.splice(0);
    for (const [revision, body] of [
      [7, { ...notice, title: "Seven" }],
      [3, { ...notice, title: "Three" }],
      ["9, 9", { ...notice, title: "Garbled" }],
      [8, { error: "no notice" }],
      [9, []],
      [9, { ...notice, title: "Nine", translations: { en: { title: 9, message: "x" } } }],
      [9, { ...notice, title: "Nine", translations: null }],
      [9, { ...notice, title: "Nine", message: null }],
      [10, { ...notice, title: "Ten", translations: { de: { later: [1] } }, later: {} }],
    ] as const) {
      front.answerWith((_request, response) => {
        response.writeHead(200, { "Maintenance-Notice": revision, "Content-Type": "application/json" });
        response.end(JSON.stringify(body));
      });
      await poll();
    }
    expect((await mutations()).titles).toEqual(["Seven", "Ten"]);
    expect(new Set(front.log)).toEqual(new Set(["GET /backsoon-notice"]));
    expect(unexpected()).toEqual([]);
  });

  it("shows the notice of a recreated store, whose revision number is lower, after repeated polls over 30 seconds", async () => {
    const { page, front, poll, pass, unexpected, change } = await standing();
    for (const title of ["One", "Before"]) await change("--title", title);
    const anew = await serveWith("--title", "Anew");
    front.answerWith(forwardTo(anew.url));
    for (const seconds of [0, 10, 10, 9]) {
      await pass(seconds * 1000);
      await poll();
      expect(await heading(page)).toBe("Before");
    }
    await pass(1_000);
    await poll();
    await expect.poll(() => heading(page)).toBe("Anew");
    expect(await page.locator(".announcement").textContent()).toBe("Updated:\nAnew");
    await setNotice(anew, "--title", "On");
    await poll();
    await expect.poll(() => heading(page)).toBe("On");
    expect(unexpected()).toEqual([]);
  });
});
