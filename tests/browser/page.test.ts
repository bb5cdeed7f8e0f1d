import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { launchBrowser, reload, still } from "../support/browser/browser.ts";
import { notice } from "../support/command/command.ts";
import { type ServiceHere, serveHere } from "../support/service/service-here.ts";

const open = launchBrowser(still);
const patient = { timeout: 20_000 };
const defaultMessage =
  "We're currently performing scheduled maintenance to improve our services. We'll be back online shortly.";

async function serviceWith(...args: string[]): Promise<ServiceHere> {
  const service = await serveHere();
  if (args.length > 0) expect(await notice(service.env, ["set", ...args])).toMatchObject({ code: 0 });
  return service;
}

const texts = (page: Page) => page.locator("h1, h2, p:not([role=status])").allInnerTexts();

/** By how many pixels the page is wider than the window, and which element stands out of it. */
function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < -0.5 || right > document.documentElement.clientWidth + 0.5;
      })
      .map((element) => element.outerHTML.slice(0, 80)),
  );
}

describe("the page", () => {
  it.each([true, false])("tells all there is to tell, with JavaScript: %s", async (javaScriptEnabled) => {
    const service = await serviceWith(
      "--title",
      "Back at nine",
      "--message",
      "One.\n\nTwo.",
      "--expected-return",
      "soon",
    );
    const { page, unexpected } = await open(`${service.url}/some/page`, { javaScriptEnabled });
    expect(await page.title()).toBe("Back at nine");
    expect(await texts(page)).toEqual([
      "Back at nine",
      "One.\n\nTwo.",
      "Expected Return",
      "soon",
      javaScriptEnabled
        ? "You can leave this page open. It will reload by itself when we're back."
        : "Reload this page to see whether we're back.",
      "Need help? support@example.com",
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
      const service = await serviceWith();
      const { page } = await open(service.url, { javaScriptEnabled });
      expect(await texts(page)).toEqual([
        "Under Maintenance",
        defaultMessage,
        javaScriptEnabled
          ? "You can leave this page open. It will reload by itself when we're back."
          : "Reload this page to see whether we're back.",
        "Need help? support@example.com",
        "Thank you for your patience.",
      ]);
    },
  );

  it("is read after one request; its script comes later, and asks for the notice", async () => {
    const service = await serviceWith();
    const { page, requests } = await open(`${service.url}/some/page`);
    const all = ["/some/page", expect.stringMatching(/^\/assets\/.*\.js$/), "/api/notice"];
    expect(requests).toEqual(all);
    // What the page asked for by itself after that would come before what it is made to ask for.
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect.poll(() => requests, patient).toEqual([...all, "/api/notice"]);
  });

  it("is hydrated, without a word on the console", async () => {
    const service = await serviceWith(
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
    await expect.poll(hydrated, patient).toBe(true);
    expect(unexpected()).toEqual([]);
  });

  it("gives a time as a time, in UTC", async () => {
    const service = await serviceWith("--expected-return", "2126-11-21T18:30:00+01:00");
    const { page } = await open(service.url, { javaScriptEnabled: false });
    const time = page.locator("time");
    expect(await time.getAttribute("datetime")).toBe("2126-11-21T17:30:00.000Z");
    expect(await time.innerText()).toMatch(/^Thursday, November\s21,\s2126 at\s5:30\sPM\sUTC$/);
  });

  it("fetches the notice after loading, and shows what has changed since it was made", async () => {
    const service = await serviceWith("--title", "Before");
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
    await expect.poll(() => page.locator("h1").innerText(), patient).toBe("After");
    expect(await page.title()).toBe("After");
    expect(await page.locator(".message").innerText()).toBe("Fresh.");
    expect(unexpected()).toEqual([]);
  });

  it("stays as it is when the notice cannot be fetched, or is not ours", async () => {
    const service = await serviceWith("--title", "Stays");
    const { page } = await open(service.url);
    for (const answer of [{ status: 500, body: "x" }, { status: 200, body: "<h1>An app</h1>" }, undefined]) {
      await page.route("**/api/notice", (route) => (answer ? route.fulfill(answer) : route.abort()));
      await reload(page);
      expect(await page.locator("h1").innerText()).toBe("Stays");
      await page.unroute("**/api/notice");
    }
  });
});

describe("the page looks right", () => {
  const rich = [
    "--title",
    "We are moving",
    "--message",
    "Soon.",
    "--expected-return",
    "2126-11-21T18:30:00Z",
  ];

  it("in the visitor's forced colours", async () => {
    const service = await serviceWith(...rich);
    const { page } = await open(service.url, { forcedColors: "active" });
    const [sun, text] = await page.evaluate(() =>
      [".sunrise", "h1"].map(
        (selector) => getComputedStyle(document.querySelector(selector) as Element).color,
      ),
    );
    expect(sun).toBe(text);
  });

  const long = [
    "--title",
    "Donaudampfschifffahrtsgesellschaftskapitän".repeat(2),
    "--message",
    `${"x".repeat(500)} ${"Wort 😀👩‍👩‍👧 ".repeat(80)}`,
    "--expected-return",
    "M".repeat(200),
    "--contact-email",
    `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.example.com`,
  ];

  it.each([
    [320, 640],
    [320, 256],
    [640, 400],
    [1440, 900],
    [3840, 2160],
  ])("at %i × %i pixels, with short and with endless words", async (width, height) => {
    const service = await serviceWith(...rich);
    const { page } = await open(service.url, { viewport: { width, height } });
    expect(await overflow(page)).toEqual([]);
    await notice(service.env, ["set", ...long]);
    await reload(page);
    expect(await page.locator("h1").innerText()).toContain("Donau");
    expect(await overflow(page)).toEqual([]);
  });

  it("with a text from right to left, whose direction is its own", async () => {
    const service = await serviceWith(
      "--title",
      "صيانة مجدولة",
      "--message",
      "نعود قريباً — 12:30",
      "--expected-return",
      "بعد ساعتين",
    );
    const { page } = await open(service.url);
    const directions = await page.evaluate(() =>
      ["h1", ".message", ".expected-return bdi", "footer p", "html"].map(
        (selector) => getComputedStyle(document.querySelector(selector) as Element).direction,
      ),
    );
    expect(directions).toEqual(["rtl", "rtl", "rtl", "ltr", "ltr"]);
    expect(await overflow(page)).toEqual([]);
  });

  it("without motion for those who asked for none", async () => {
    const service = await serviceWith();
    const running = async (reducedMotion: "reduce" | "no-preference") => {
      const { page } = await open(service.url, { reducedMotion });
      return page.evaluate(() => document.getAnimations().length);
    };
    expect(await running("reduce")).toBe(0);
    expect(await running("no-preference")).toBeGreaterThan(0);
  });

  it("with its one link in reach of the keyboard, and its focus in sight", async () => {
    const service = await serviceWith();
    const { page } = await open(service.url);
    await page.keyboard.press("Tab");
    const [focused, outline] = await page.evaluate(() => [
      document.activeElement?.textContent,
      getComputedStyle(document.activeElement as Element).outlineStyle,
    ]);
    expect([focused, outline]).toEqual(["support@example.com", "solid"]);
  });

  it("with a decoration that screen readers do not meet", async () => {
    const service = await serviceWith();
    const { page } = await open(service.url);
    expect(await page.locator("svg:not([aria-hidden=true])").count()).toBe(0);
    expect(await page.locator("main, footer").locator("svg, img").count()).toBe(0);
  });
});

describe("hostile text", () => {
  it.each([
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title></style><svg onload=alert(1)>",
    "$& $1 $` {{page}} <!--",
    "a\u2028b\u2029c",
    "javascript:alert(1)",
  ])("is shown as text, never run: %s", async (text) => {
    const service = await serviceWith("--title", text, "--message", text, "--expected-return", text);
    const { page, unexpected, requests } = await open(service.url);
    expect(await page.locator("h1").textContent()).toBe(text);
    expect(await page.locator(".message").textContent()).toBe(text);
    expect(await page.locator(".expected-return p").textContent()).toBe(text);
    expect(unexpected()).toEqual([]);
    expect(requests).toHaveLength(3);
  });
});
