import { mkdirSync } from "node:fs";
import type { BrowserContextOptions, Frame, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { loadBrand } from "../../../../api/runtime/brand.ts";
import type { Notice } from "../../../../schema/notice/notice.ts";
import type { PreviewRequest } from "../../../../schema/preview/preview.ts";
import { launchBrowser, still } from "../../../support/browser/browser.ts";
import { launchFrames } from "../../../support/browser/preview-frames.ts";
import { cells } from "../../../support/cells.ts";
import { notice } from "../../../support/command/command.ts";
import { sharedEditor } from "../../../support/service/editor-here.ts";
import { serveHere } from "../../../support/service/service-here.ts";
import { noticeWith } from "../../../support/texts/notices.ts";
import { translated } from "../../../support/texts/translated.ts";

/** Each run leaves pictures of previews here, for people. */
const folder = "var/pictures/preview";
const brandFolder = "docs/brand/shop";
const editor = sharedEditor(async () => ({
  brand: await loadBrand(brandFolder, (error) => {
    throw error;
  }),
}));
const open = launchBrowser(still);
const openFrames = launchFrames();

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
/** A notice in several languages with a time as its expected return. */
const backIn = (hours: number): Notice => {
  const texts = Object.entries(translated.translations ?? {}).map(([tag, { title, message }]) => [
    tag,
    { title, message },
  ]);
  return { ...translated, expectedReturn: inHours(hours), translations: Object.fromEntries(texts) };
};

describe("The preview of a draft", () => {
  type Visitor = BrowserContextOptions & { viewport: { width: number; height: number } };
  const visits: [string, Notice, Visitor, Omit<PreviewRequest, "notice">][] = [
    [
      "in Arabic, in dark, on a small phone, in Auckland",
      backIn(20),
      {
        viewport: { width: 320, height: 640 },
        locale: "ar-EG",
        colorScheme: "dark",
        timezoneId: "Pacific/Auckland",
      },
      { language: "ar-EG", scheme: "dark", timeZone: "Pacific/Auckland" },
    ],
    [
      "after the expected return, in light, in Berlin",
      backIn(-3),
      { viewport: { width: 1000, height: 700 }, locale: "de-AT", timezoneId: "Europe/Berlin" },
      { language: "de-AT", phase: "overdue", scheme: "light", timeZone: "Europe/Berlin" },
    ],
    [
      "without an expected return, in dark",
      noticeWith({ title: "We are moving" }),
      { viewport: { width: 800, height: 600 }, locale: "en-GB", colorScheme: "dark" },
      { language: "en-GB", scheme: "dark" },
    ],
  ];
  it.each(cells(visits, ([name]) => name.includes("Arabic")))(
    "equals the visitor's page to the pixel %s",
    async (name, draft, visitor, circumstances) => {
      const service = await serveHere({ BRAND_DIR: brandFolder });
      await notice(service.env, ["apply", "-"], { stdin: JSON.stringify(draft) });
      const { page } = await open(service.url, { ...visitor, reducedMotion: "reduce" });
      const line = page.locator(".quiet-line");
      await expect.poll(() => line.innerText()).toBe(await line.getAttribute("data-room"));
      // The operator's browser has other settings than the visitor's.
      const operator = { colorScheme: visitor.colorScheme === "dark" ? "light" : "dark" } as const;
      const frames = await openFrames(await editor().makeLink(), {
        ...operator,
        timezoneId: "America/Los_Angeles",
      });
      const { frame, told } = await frames.show({ notice: draft, ...circumstances }, visitor.viewport);
      expect(told).toMatchObject({ event: "ready", y: 0 });
      mkdirSync(folder, { recursive: true });
      const file = name.replace(/[^a-z]+/gi, "-");
      const element = await frame.frameElement();
      const preview = await element.screenshot({ path: `${folder}/${file}.png` });
      const seen = await page.screenshot({ path: `${folder}/${file}-visitor.png` });
      expect(await frame.locator("body").innerText()).toBe(await page.locator("body").innerText());
      expect(preview.equals(seen)).toBe(true);
      expect(frames.unexpected()).toEqual([]);
    },
  );
});

describe("A preview", () => {
  const draft = noticeWith({ title: "We are moving", expectedReturn: "2026-06-10T12:30:00Z" });

  it("shows the requested circumstances, or says what is wrong with them", async () => {
    const inUtc = { timeZone: "UTC", now: "2026-06-06T12:00:00Z" };
    const overdue = "This is taking longer than expected.";
    const cases: [circumstances: object, shown: Record<string, string>][] = [
      [{ phase: "before" }, { h1: "We are moving", ".relative": "in about 60 minutes" }],
      [{ phase: "overdue" }, { "p.news": overdue }],
      [{ now: "2026-06-10T12:50:00Z" }, { "p.news": overdue, ".relative": "about 20 minutes ago" }],
      [{ phase: "back" }, { h1: "We're back", ".message": "Opening the page\u2026" }],
      [{ now: "2026-06-10T11:00:00Z" }, { ".relative": "in about 1½ hours" }],
      [{ language: "de-AT", phase: "back" }, { h1: "Wir sind wieder da" }],
      // Times follow the visitor's region, also in UTC.
      [{ language: "en", ...inUtc }, { ".lead": "Wednesday 12:30\u00a0PM" }],
      [{ language: "en-GB", ...inUtc }, { ".lead": "Wednesday 12:30" }],
    ];
    const frames = await openFrames(await editor().makeLink(), { timezoneId: "America/Los_Angeles" });
    for (const [circumstances, shown] of cases) {
      const { frame } = await frames.show({ notice: draft, ...circumstances });
      for (const [selector, text] of Object.entries(shown))
        expect((await frame.locator(selector).textContent())?.trim()).toBe(text);
    }
    expect(frames.unexpected()).toEqual([]);
    const sentence =
      '"phase" must be one of before, overdue, back, not "<img src=x>": correct it, or leave it out.';
    const { frame, told } = await frames.show({ notice: draft, phase: "<img src=x>" });
    expect(told).toEqual({ type: "backsoon-preview", event: "fault", detail: sentence });
    expect(await frame.locator("body").innerText()).toBe(sentence);
    expect(frames.unexpected().filter((text) => !text.includes("422"))).toEqual([]);

    // Day and time follow the visitor's zone.
    const visitor = { now: "2026-06-09T23:30:00Z", timeZone: "Europe/London" };
    const there = (await frames.show({ notice: draft, ...visitor })).frame;
    expect(await there.locator(".relative").textContent()).toBe("in about 13 hours");
    expect(await there.locator("time").textContent()).toMatch(
      /^Today 1:30\sPM Wednesday,\sJune\s10, GMT\+1 /,
    );
  });

  it("tells the editor its scroll position, and scrolls only for the editor", async () => {
    const { page, show } = await openFrames(await editor().makeLink());
    await page.evaluate(() => {
      const heard: unknown[] = [];
      addEventListener("message", ({ data }) => heard.push(data));
      Object.assign(window, { heard });
    });
    const heard = (): Promise<unknown[]> => page.evaluate(() => Object(window).heard);
    const { frame, told } = await show({ notice: { ...draft, message: `${"line\n".repeat(200)}end` } });
    const { height } = told as { height: number };
    expect(height).toBeGreaterThan(3000);
    expect(await heard()).toEqual([{ type: "backsoon-preview", event: "ready", y: 0, height }]);
    await frame.evaluate(() => {
      const places: number[] = [];
      addEventListener("message", () => places.push(scrollY));
      Object.assign(window, { places });
    });
    const places = (): Promise<number[]> => frame.evaluate(() => Object(window).places);
    const other = await show({ notice: draft });
    const sendFrom = (window: Page | Frame, y: number, type = "backsoon-preview") =>
      window.evaluate((data) => top?.frames[0]?.postMessage(data, "*"), { type, event: "scroll-to", y });
    await sendFrom(page, 500);
    await expect.poll(places).toEqual([500]);
    await expect.poll(heard).toContainEqual({ type: "backsoon-preview", event: "scroll", y: 500, height });
    await sendFrom(other.frame, 9);
    await expect.poll(places).toEqual([500, 500]);
    await sendFrom(page, 7, "another-type");
    await sendFrom(page, 600);
    await expect.poll(places).toEqual([500, 500, 500, 600]);
  });
});

describe("A script in a preview", () => {
  it("reaches neither the editor nor another site, and no link works", async () => {
    const frames = await openFrames(await editor().makeLink());
    const { frame } = await frames.show({ notice: noticeWith() });
    frames.requests.length = 0;
    const url = frame.url();
    for (const link of await frame.locator("a").all()) {
      await link.click();
      await link.focus();
      await frames.page.keyboard.press("Enter");
    }
    expect([frame.url(), frames.requests]).toEqual([url, []]);
    const reached = await frame.evaluate(async (origin) => {
      const attempts: Record<string, () => unknown> = {
        "the editor's page": () => parent.document.title,
        "its address": () => parent.location.href,
        cookies: () => document.cookie,
        storage: () => localStorage.length,
        "session storage": () => sessionStorage.length,
        databases: () =>
          new Promise((resolve, reject) => {
            const request = indexedDB.open("a");
            Object.assign(request, { onsuccess: resolve, onerror: reject });
          }),
        "the API": () => fetch(`${origin}/api/notice`, { credentials: "include" }),
        "another site": () => fetch("https://evil.invalid/", { mode: "no-cors" }),
        "a worker": () =>
          new Promise((resolve, reject) => {
            const worker = new Worker(URL.createObjectURL(new Blob(["postMessage(1)"])));
            Object.assign(worker, { onmessage: resolve, onerror: reject });
          }),
        "a picture": () =>
          new Promise((resolve, reject) => {
            const picture = Object.assign(new Image(), { onload: resolve, onerror: reject });
            picture.src = `${origin}/favicon.ico`;
          }),
        "a script of its own": () =>
          new Promise((resolve, reject) => {
            const script = Object.assign(document.createElement("script"), { text: "globalThis.ran = 1" });
            document.head.append(script);
            (Object(globalThis).ran ? resolve : reject)(undefined);
          }),
        "a code of texts": () => new Function("return 1")(),
        "a window": () => open("about:blank") ?? Promise.reject(),
        "the whole tab": () => {
          (top as Window).location.href = "about:blank";
        },
        "a dialog": () => confirm("?") || Promise.reject(),
      };
      const found: string[] = [];
      for (const [name, attempt] of Object.entries(attempts))
        await Promise.resolve()
          .then(attempt)
          .then(
            () => found.push(name),
            () => {},
          );
      // These do not tell whether they were allowed.
      navigator.sendBeacon(`${origin}/api/session`);
      const form = Object.assign(document.createElement("form"), {
        action: "https://e.invalid/",
        method: "post",
      });
      document.body.append(form);
      form.submit();
      return { found, origin: self.origin };
    }, editor().url);
    expect(reached).toEqual({ found: [], origin: "null" });
    expect(frames.requests).toEqual([]);
    expect(frames.page.url()).toBe(`${editor().url}/healthz`);
  });
});
