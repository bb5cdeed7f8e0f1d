import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { launchBrowser, type OpenPage, reload, still } from "../support/browser/browser.ts";
import { listen, shifts, wake } from "../support/browser/events.ts";
import { pass, withClock } from "../support/browser/page-time.ts";
import { startSlowFront, tellsOfPaints } from "../support/browser/slow-page.ts";
import { cells } from "../support/cells.ts";
import { notice } from "../support/command/command.ts";
import { startFront } from "../support/network/front.ts";
import { type ServiceHere, serveHere } from "../support/service/service-here.ts";

const open = launchBrowser(still);
const phone = { width: 320, height: 568 };

const set = async ({ env }: ServiceHere, ...args: string[]) =>
  expect((await notice(env, ["set", ...args])).code).toBe(0);

describe("The expected return on the page", () => {
  const day = 86_400_000;
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

  const visits = [
    [
      "Europe/Berlin",
      "de",
      /^(Heute|Morgen) \d\d:\d\d\n[^\d\s]+,\s\d+\.\s[^\d\s]+, (MEZ|MESZ|GMT\+[12])$/,
      /^in etwa 2 Stunden$/,
    ],
    [
      "Asia/Kolkata",
      "en",
      /^(Today|Tomorrow) \d+:\d\d\s[AP]M\n\w+day,\s\w+\s\d+, GMT\+5:30$/,
      /^in about 2 hours$/,
    ],
    [
      "America/St_Johns",
      "fr",
      /^(Aujourd’hui|Demain) \d\d:\d\d\n[^\d\s]+\s\d+\s[^\d\s]+ UTC−[23]:30$/,
      /^dans environ 2 heures$/,
    ],
    [
      "Europe/London",
      "en-GB",
      /^(Today|Tomorrow) \d\d:\d\d\n\w+day\s\d+\s\w+ (GMT|BST)$/,
      /^in about 2 hours$/,
    ],
    [
      "Asia/Seoul",
      "ko-KR",
      /^(오늘|내일) (오전|오후)\s\d+:\d\d\n\d+월\s\d+일\s.요일 GMT\+9$/,
      /^약 2시간 후$/,
    ],
    ["Africa/Cairo", "ar-EG", /^(اليوم|غدًا) \d+:\d\d\s[صم]\n\S+\s\d+\s\S+ \S+\+[23]$/, /^بعد ساعتين تقريبًا$/],
  ] as const;

  it("is shown in the visitor's time zone and language", async () => {
    const service = await serveHere();
    await set(service, "--expected-return", inMinutes(121));
    for (const [timezoneId, locale, text, relative] of cells(visits, ([, locale]) => /^ar/.test(locale))) {
      const { page, unexpected } = await open(service.url, { timezoneId, locale });
      await expect.poll(() => page.locator("time").innerText()).toMatch(text);
      await expect.poll(() => page.locator(".relative").innerText()).toMatch(relative);
      expect(unexpected()).toEqual([]);
    }
  });

  it("has the same text from the server as from the script, for a visitor in UTC", async () => {
    const service = await serveHere();
    await set(service, "--expected-return", "2126-11-22T23:05:00Z");
    const shown = async ({ page }: OpenPage) =>
      (await page.locator("time").innerText()).replaceAll("\u00a0", " ");
    for (const [locale, words] of cells(
      [
        ["en-US", "November 22, 2126\nFriday 11:05 PM UTC"],
        ["en-GB", "22 November 2126\nFriday 23:05 UTC"],
        ["en-IE", "22 November 2126\nFriday 23:05 UTC"],
      ] as const,
      ([locale]) => locale === "en-GB",
    )) {
      const utc = { timezoneId: "UTC", locale };
      expect(await shown(await open(service.url, { ...utc, javaScriptEnabled: false }))).toBe(words);
      const live = await open(service.url, utc);
      await expect.poll(() => live.page.locator(".relative").innerText()).toMatch(/\S/);
      expect(await shown(live)).toBe(words);
      expect(live.unexpected()).toEqual([]);
    }
  });

  /** Each different text that any frame has shown of the time. */
  const seen = (page: Page) => page.evaluate(() => [...(Object(window).seen as Set<string>)]);
  const tellsWhatIsSeen = `{
    const seen = (window.seen = new Set());
    const look = () => {
      for (const it of document.querySelectorAll("time, .relative"))
        if (it.checkVisibility({ visibilityProperty: true })) seen.add(it.textContent.replace(/\\s/g, " "));
      requestAnimationFrame(look);
    };
    look();
    ${tellsOfPaints}
  }`;
  const friday = "2126-11-22T23:05:00Z";
  const tokyo = { timezoneId: "Asia/Tokyo", locale: "en-US" };

  it("never appears in UTC first, even if the page arrives slowly", async () => {
    const service = await serveHere();
    for (const [time, zone] of [
      [inMinutes(180), /^(Today|Tomorrow) \d+:\d\d [AP]M \w+day, \w+ \d+, GMT\+9 $/],
      [friday, /^November 23, 2126 Saturday 8:05 AM GMT\+9 $/],
    ] as const) {
      await set(service, "--expected-return", time);
      const { page, unexpected } = await open(await startSlowFront(service.url), tokyo, tellsWhatIsSeen);
      await expect.poll(() => page.locator(".relative").innerText()).toMatch(/\S/);
      const [row, first, ...others] = await seen(page);
      // The third row is reserved, and both other rows appear together.
      expect([row?.trim(), first]).toEqual(["", expect.stringMatching(zone)]);
      expect(others).toEqual([expect.stringMatching(/^in /)]);
      expect(unexpected()).toEqual([]);
    }
  });

  it("is shown in UTC while a proxy's policy blocks the inline script, until the page's script file has loaded", async () => {
    const service = await serveHere();
    await set(service, "--expected-return", friday);
    const front = await startFront(service.url);
    front.answerWith(async (incoming, response) => {
      if (incoming.url !== "/") return front.forward(incoming, response);
      const answer = await fetch(service.url, { headers: { accept: "text/html" } });
      const policy = String(answer.headers.get("content-security-policy"));
      response.writeHead(503, {
        "Content-Type": "text/html",
        "Content-Security-Policy": policy.replace(/(script-src 'self') '[^']*'/, "$1"),
      });
      response.end(await answer.text());
    });
    const { page, unexpected } = await open(front.url, tokyo, tellsWhatIsSeen);
    await expect.poll(() => page.locator("time").innerText()).toContain("GMT+9");
    expect((await seen(page)).find((text) => text.trim())).toMatch(/UTC/);
    expect(unexpected()).toEqual([expect.stringContaining("violates the following Content Security Policy")]);
  });

  it("hydrates without a warning if the browser's language changes after the page was parsed", async () => {
    const service = await serveHere();
    await set(service, "--expected-return", friday);
    const languages = `Object.defineProperty(navigator, "languages", {
      get: () => [document.readyState === "loading" ? "en-US" : "en-GB"],
    })`;
    // The page has been parsed, and no module has run.
    const tellsWhatIsWritten = `addEventListener("readystatechange", () => {
      globalThis.written ??= document.querySelector("time").textContent;
    }, true)`;
    const { page, unexpected } = await open(service.url, tokyo, `${languages}\n${tellsWhatIsWritten}`);
    await expect.poll(() => page.locator("time").innerText()).toMatch(/^23\sNovember\s2126/);
    expect(await page.evaluate("written")).toMatch(/^November\s23,\s2126/);
    // React reports a hydration mismatch on the console.
    expect(unexpected()).toEqual([]);
  });

  it("counts down, says that it takes longer once it has passed without a layout shift, and announces that once", async () => {
    // No poll may come in between: the page would believe the service's clock, which does not move.
    const service = await serveHere({ POLL_SECONDS: "3600" });
    await set(service, "--expected-return", inMinutes(2));
    const viewport = { width: 390, height: 844 };
    const { page, requests } = await open(service.url, { viewport }, "", withClock);
    const relative = async () =>
      (await page.locator("p.news, main:not(:has(p.news)) .relative").innerText())
        .replace(/\s+/g, " ")
        .trim();
    const heard = await listen(page);
    await expect.poll(relative).toBe("in 2 minutes");
    await pass(page, 62_000);
    await expect.poll(relative).toBe("in 1 minute");
    await pass(page, 70_000);
    await expect.poll(relative).toBe("This is taking longer than expected.");
    expect(await page.locator("p.news").isVisible()).toBe(true);
    expect(await page.locator(".quiet-line").innerText()).toMatch(/^You can leave/);
    expect(await page.locator("time").innerText()).toMatch(/^\w+day \d/);
    const passed = () => page.locator(".relative").innerText();
    await expect.poll(passed).toBe("1 minute ago");
    await pass(page, 70_000);
    await expect.poll(passed).toBe("1 minute ago");
    await pass(page, 60_000);
    await expect.poll(passed).toBe("2 minutes ago");
    expect(await heard()).toEqual(["This is taking longer than expected. We're working on it.", ""]);
    expect(requests.filter((path) => path === "/backsoon-notice")).toHaveLength(1);
    expect(await shifts(page)).toEqual([]);
  });

  it("shows no remaining time while the visitor's clock is a day wrong", async () => {
    const service = await serveHere({ POLL_SECONDS: "3600" });
    await set(service, "--expected-return", inMinutes(180));
    let isReached = false;
    const { page } = await open(service.url, { timezoneId: "Asia/Tokyo" }, "", {
      async prepare(context) {
        await context.clock.install({ time: Date.now() + day });
        await context.route("**/backsoon-notice*", (route) => (isReached ? route.continue() : route.abort()));
      },
    });
    const shown = () => page.locator(".relative").innerText();
    await expect.poll(() => page.locator("time").innerText()).toContain("GMT+9");
    await reload(page);
    expect(await shown()).toBe("\u00a0");
    expect(await page.locator("p.news").count()).toBe(0);
    isReached = true;
    await wake(page);
    await expect.poll(shown).toBe("in about 3 hours");
    // The page also distrusts a clock that is changed later.
    await page.clock.setSystemTime(Date.now() + 40 * day);
    await expect.poll(shown).toBe("\u00a0");
  });

  it("shows how long ago a passed time was only after a poll, in the secondary colour and without a layout shift", async () => {
    const service = await serveHere({ POLL_SECONDS: "3600" });
    await set(service, "--as-given", "--expected-return", inMinutes(-20));
    let isReached = false;
    const { page, unexpected } = await open(
      service.url,
      { viewport: phone, timezoneId: "America/New_York" },
      "",
      {
        async prepare(context) {
          await context.route("**/backsoon-notice*", (route) =>
            isReached ? route.continue() : route.abort(),
          );
        },
      },
    );
    const relative = page.locator(".relative");
    await expect.poll(() => page.locator("time").innerText()).not.toContain("UTC");
    expect((await relative.innerText()).trim()).toBe("");
    isReached = true;
    await wake(page);
    await expect.poll(() => relative.innerText()).toBe("about 20 minutes ago");
    const color = (selector: string) =>
      page.locator(selector).evaluate((element) => getComputedStyle(element).color);
    expect(await color(".relative")).toBe(await color(".help"));
    expect(await page.locator("main").innerText()).not.toContain("UTC");
    expect(await shifts(page)).toEqual([]);
    expect(unexpected().filter((text) => !text.includes("net::ERR_FAILED"))).toEqual([]);
  });

  it("keeps the status line in reading order and its live regions in place when a return is set and removed", async () => {
    const service = await serveHere({ POLL_SECONDS: "3600" });
    const { page, unexpected } = await open(service.url);
    /** The elements of the page from top to bottom, if that is their order for screen readers too. */
    const order = () =>
      page.evaluate(() => {
        const found = [...document.querySelectorAll("main > *:not(.announcement, .news)")];
        const tops = found.map((element) => element.getBoundingClientRect().top);
        const isInOrder = tops.every((top, index) => index === 0 || top > (tops[index - 1] as number));
        return isInOrder && found.map((element) => element.className || element.nodeName);
      });
    await expect.poll(() => page.locator(".quiet-line").innerText()).toMatch(/^You can leave/);
    const regions = await page.$$("[role=status]");
    expect(regions).toHaveLength(2);
    await page.locator(".help a").focus();
    for (const [args, expected] of [
      [
        ["--expected-return", "+2h"],
        ["H1", "expected-return", "quiet-line", "message", "help"],
      ],
      [
        ["--as-given", "--expected-return", inMinutes(-3)],
        ["H1", "expected-return", "quiet-line", "message", "help"],
      ],
      [
        ["--expected-return", "On Friday"],
        ["H1", "expected-return", "message", "help", "quiet-line"],
      ],
      [
        ["--clear", "expected-return"],
        ["H1", "expected-return", "message", "help", "quiet-line"],
      ],
    ]) {
      await set(service, ...(args as string[]));
      await wake(page);
      await expect.poll(order).toEqual(expected);
      const same = await Promise.all(regions.map((region) => region.evaluate((node) => node.isConnected)));
      expect([args, ...same]).toEqual([args, true, true]);
      expect(await page.evaluate(() => document.activeElement?.closest(".help") !== null)).toBe(true);
    }
    expect(unexpected()).toEqual([]);
  });
});
