import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { launchBrowser, reload, still } from "../support/browser/browser.ts";
import { notice } from "../support/command/command.ts";
import { serveWith } from "../support/service/service-here.ts";

const open = launchBrowser(still);
const defaultMessage =
  "We're currently performing scheduled maintenance to improve our services. We'll be back online shortly.";

const texts = (page: Page) => page.locator("h1, h2, p:not([role=status])").allInnerTexts();

describe("the page", () => {
  it.each([true, false])("tells all there is to tell, with JavaScript: %s", async (javaScriptEnabled) => {
    const service = await serveWith(
      "--title",
      "Back at nine",
      "--message",
      "One.\n\nTwo.",
      "--expected-return",
      "soon",
    );
    const { page, unexpected } = await open(`${service.url}/some/page`, { javaScriptEnabled });
    expect(await page.title()).toBe("Back at nine");
    await expect
      .poll(() => texts(page))
      .toEqual([
        "Back at nine",
        "Expected Return",
        "soon",
        "One.\n\nTwo.",
        "Need help? support@example.com",
        javaScriptEnabled
          ? "You can leave this page open. It will reload by itself when we're back."
          : "Reload this page to see whether we're back.",
        "Thank you for your patience.",
      ]);
    expect(await page.getByRole("link").getAttribute("href")).toBe("mailto:support@example.com");
    for (const landmark of ["main", "contentinfo"] as const)
      expect(await page.getByRole(landmark).count()).toBe(1);
    expect(unexpected()).toEqual([]);
  });

  it.each([true, false])(
    "has its defaults, and no block for a return that is not known, with JavaScript: %s",
    async (javaScriptEnabled) => {
      const service = await serveWith();
      const { page } = await open(service.url, { javaScriptEnabled });
      await expect
        .poll(() => texts(page))
        .toEqual([
          "Under Maintenance",
          defaultMessage,
          "Need help? support@example.com",
          javaScriptEnabled
            ? "You can leave this page open. It will reload by itself when we're back."
            : "Reload this page to see whether we're back.",
          "Thank you for your patience.",
        ]);
    },
  );

  it("is read after one request; its script comes later, and asks for the notice", async () => {
    const service = await serveWith();
    const { page, requests } = await open(`${service.url}/some/page`);
    const all = ["/some/page", expect.stringMatching(/^\/assets\/.*\.js$/), "/api/notice"];
    expect(requests).toEqual(all);
    // What the page asked for by itself after that would come before what it is made to ask for.
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect.poll(() => requests).toEqual([...all, "/api/notice"]);
  });

  it("is hydrated, without a word on the console", async () => {
    const service = await serveWith(
      "--message",
      "One.\r\nTwo.",
      "--expected-return",
      "2126-11-21T18:30:00+01:00",
    );
    const { page, unexpected } = await open(service.url);
    const hydrated = () =>
      page.evaluate(() =>
        Object.keys(document.getElementById("page") ?? {}).some((key) => key.startsWith("__reactContainer$")),
      );
    await expect.poll(hydrated).toBe(true);
    expect(unexpected()).toEqual([]);
  });

  it("gives a time as a time, in UTC", async () => {
    const service = await serveWith("--expected-return", "2126-11-21T18:30:00+01:00");
    const { page } = await open(service.url, { javaScriptEnabled: false });
    const time = page.locator("time");
    expect(await time.getAttribute("datetime")).toBe("2126-11-21T17:30:00.000Z");
    expect(await time.innerText()).toMatch(/^November\s21,\s2126\nThursday 5:30\sPM\sUTC$/);
  });

  it("fetches the notice after loading, and shows what has changed since it was made", async () => {
    const service = await serveWith("--title", "Before");
    const { page, unexpected } = await open(service.url);
    await page.route("**/api/notice", async (route) => {
      await notice(service.env, [
        "set",
        "--title",
        "After",
        "--message",
        "Fresh.",
        "--clear",
        "expected-return",
      ]);
      await route.continue();
    });
    await reload(page);
    await expect.poll(() => page.locator("h1").innerText()).toBe("After");
    expect(await page.title()).toBe("After");
    expect(await page.locator(".message").innerText()).toBe("Fresh.");
    expect(unexpected()).toEqual([]);
  });

  it("stays as it is when the notice cannot be fetched, or is not ours", async () => {
    const service = await serveWith("--title", "Stays");
    const { page } = await open(service.url);
    for (const answer of [{ status: 500, body: "x" }, { status: 200, body: "<h1>An app</h1>" }, undefined]) {
      await page.route("**/api/notice", (route) => (answer ? route.fulfill(answer) : route.abort()));
      await reload(page);
      expect(await page.locator("h1").innerText()).toBe("Stays");
      await page.unroute("**/api/notice");
    }
  });
});
