import { describe, expect, it } from "vitest";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { listen } from "../support/browser/events.ts";
import { pass, withClock } from "../support/browser/page-time.ts";
import { notice } from "../support/command/command.ts";
import { type ServiceHere, serveHere } from "../support/service/service-here.ts";

const open = launchBrowser(still);

const long = { timeout: 20_000 };

const set = async ({ env }: ServiceHere, ...args: string[]) =>
  expect((await notice(env, ["set", ...args])).code).toBe(0);

describe("the expected return on an open page", () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

  it.each([
    [
      "Europe/Berlin",
      "de",
      /^[^\d\s]+, \d+\.\s[^\d\s]+\s\d{4} um\s\d\d:\d\d\s(MEZ|MESZ|GMT\+[12])$/,
      /^in etwa 2 Stunden$/,
    ],
    ["Asia/Kolkata", "en", /^\w+, \w+\s\d+,\s\d{4} at\s\d+:\d\d\s[AP]M\sGMT\+5:30$/, /^in about 2 hours$/],
    [
      "America/St_Johns",
      "fr",
      /^[^\d\s]+ \d+\s[^\d\s]+\s\d{4} à\s\d\d:\d\d\sUTC−[23]:30$/,
      /^dans environ 2 heures$/,
    ],
    ["Europe/London", "en-GB", /^\w+, \d+\s\w+\s\d{4} at\s\d\d:\d\d\s(GMT|BST)$/, /^in about 2 hours$/],
    ["Asia/Seoul", "ko-KR", /^\d{4}년\s\d+월\s\d+일 .요일 (오전|오후)\s\d+:\d\d\sGMT\+9$/, /^약 2시간 후$/],
    ["Africa/Cairo", "ar-EG", /^\S+، \d+\s\S+\s\d{4} في\s\d+:\d\d\s[صم]\s\S+\+[23]$/, /^بعد ساعتين تقريبًا$/],
  ])("is in the visitor's zone and language: %s", async (timezoneId, locale, text, relative) => {
    const service = await serveHere();
    await set(service, "--expected-return", inMinutes(121));
    const { page, unexpected } = await open(service.url, { timezoneId, locale });
    await expect.poll(() => page.locator("time").innerText(), long).toMatch(text);
    expect(await page.locator(".relative").innerText()).toMatch(relative);
    expect(unexpected()).toEqual([]);
  });

  it("keeps itself true, is honest once it has passed, and announces that once", async () => {
    // No poll comes in between: the service's clock does not move with the page's, and the page would believe it.
    const service = await serveHere({ POLL_SECONDS: "3600" });
    await set(service, "--expected-return", inMinutes(2));
    const { page, requests } = await open(service.url, {}, "", withClock);
    const relative = () => page.locator(".relative, .overdue").innerText();
    const heard = await listen(page);
    await expect.poll(relative, long).toBe("in 2 minutes");
    await pass(page, 62_000);
    await expect.poll(relative, long).toBe("in 1 minute");
    await pass(page, 70_000);
    await expect.poll(relative, long).toBe("This is taking longer than expected. We're working on it.");
    await pass(page, 70_000);
    expect(await heard()).toEqual(["This is taking longer than expected. We're working on it.", ""]);
    expect(requests.filter((path) => path === "/api/notice")).toHaveLength(1);
  });

  it("is honest without JavaScript, too, and in UTC", async () => {
    const service = await serveHere();
    await set(service, "--as-given", "--expected-return", "2026-01-01T10:00:00+01:00");
    const { page } = await open(service.url, { javaScriptEnabled: false, timezoneId: "Asia/Tokyo" });
    expect(await page.locator("time").innerText()).toMatch(/^Thursday, January\s1,\s2026 at\s9:00\sAM\sUTC$/);
    expect(await page.locator(".overdue").innerText()).toMatch(/^This is taking longer than expected/);
  });
});
