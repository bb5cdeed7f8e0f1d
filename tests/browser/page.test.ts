import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openPage, reload } from "../support/browser/browser.ts";
import { wake } from "../support/browser/events.ts";
import { styles } from "../support/browser/looks.ts";
import { setNotice } from "../support/browser/waiting.ts";
import { serveWith } from "../support/service/service-here.ts";

const reloadIt = "Reload this page to see whether we're back.";
const leaveOpen = "You can leave this page open. It will reload by itself when we're back.";
const words = ["--title", "Back at nine", "--message", "One.\r\n\r\nTwo.", "--expected-return"];

const texts = (page: Page) => page.locator("h1, h2, .message, p:not([role=status])").allInnerTexts();
const end = (line: string) => ["Need help? support@example.com", line, "Thank you for your patience."];
const plain = (line: string) => [
  "Under Maintenance",
  "We're currently performing scheduled maintenance to improve our services. We'll be back online shortly.",
  ...end(line),
];
const rich = (line: string) => ["Back at nine", "Expected Return", "soon", "One.\n\nTwo.", ...end(line)];

describe("The page", () => {
  it("is complete after one request, then polls and hydrates, and stays complete if polls or scripts fail", async () => {
    const service = await serveWith();
    const { page, unexpected, requests } = await openPage(`${service.url}/some/page`);
    const script = expect.stringMatching(/^\/assets\/.*\.js$/);
    const all = ["/some/page", script, "/some/page/backsoon-notice", script];
    expect(requests).toEqual(all);
    // A request that the page made by itself would come before this poll.
    await wake(page);
    await expect.poll(() => requests).toEqual([...all, "/some/page/backsoon-notice"]);
    await expect.poll(() => texts(page)).toEqual(plain(leaveOpen));
    await setNotice(service, ...words, "soon");
    await reload(page);
    await expect.poll(() => texts(page)).toEqual(rich(leaveOpen));
    expect(await page.title()).toBe("Back at nine");
    expect(await page.getByRole("link").getAttribute("href")).toBe("mailto:support@example.com");
    for (const landmark of ["main", "contentinfo"] as const)
      expect(await page.getByRole(landmark).count()).toBe(1);

    // The notice changes between the page and its first poll.
    await page.route("**/backsoon-notice*", async (route) => {
      await setNotice(service, "--title", "After", "--message", "Fresh.", "--clear", "expected-return");
      await route.continue();
    });
    await reload(page);
    await expect.poll(() => page.locator("h1").innerText()).toBe("After");
    expect(await page.title()).toBe("After");
    expect(await page.locator(".message").innerText()).toBe("Fresh.");
    expect(unexpected()).toEqual([]);
    await page.unroute("**/backsoon-notice*");

    // The poll fails, or gets a reply that is not a notice.
    for (const answer of [{ status: 500, body: "x" }, { status: 200, body: "<h1>An app</h1>" }, undefined]) {
      await page.route("**/backsoon-notice*", (route) => (answer ? route.fulfill(answer) : route.abort()));
      await reload(page);
      expect(await page.locator("h1").innerText()).toBe("After");
      await page.unroute("**/backsoon-notice*");
    }
    await page.route("**/assets/**", (route) => route.abort());
    await page.reload();
    expect(await page.locator(".quiet-line").innerText()).toBe(reloadIt);
  });

  it("is complete without JavaScript, with times in UTC and a note when the return has passed", async () => {
    const service = await serveWith();
    const { page } = await openPage(service.url, { javaScriptEnabled: false, timezoneId: "Asia/Tokyo" });
    const set = async (...options: string[]) => {
      await setNotice(service, "--as-given", ...options);
      await page.reload();
    };
    expect(await texts(page)).toEqual(plain(reloadIt));
    await set(...words, "soon");
    expect(await texts(page)).toEqual(rich(reloadIt));
    const time = page.locator("time");
    await set("--expected-return", "2126-11-21T18:30:00+01:00");
    expect(await time.getAttribute("datetime")).toBe("2126-11-21T17:30:00.000Z");
    expect(await time.innerText()).toMatch(/^November\s21,\s2126\nThursday 5:30\sPM\sUTC$/);
    await set("--expected-return", "2026-01-01T10:00:00+01:00");
    expect(await time.innerText()).toMatch(/^January\s1,\s2026\nThursday 9:00\sAM\sUTC$/);
    expect(await page.locator(".news").innerText()).toMatch(/^This is taking longer than expected/);
    const [title, news, passed, help] = await styles(page, "color", "h1", ".news", ".time", ".help");
    expect([news, passed]).toEqual([title, help]);
    expect(help).not.toBe(title);
  });
});
