import { mkdirSync } from "node:fs";
import type { BrowserContextOptions, Frame, Page } from "playwright-core";
import { expect, it } from "vitest";
import { loadBrand } from "../../../../api/runtime/brand.ts";
import type { Notice } from "../../../../schema/notice/notice.ts";
import type { PreviewRequest } from "../../../../schema/preview/preview.ts";
import { openPage } from "../../../support/browser/browser.ts";
import { fillFrame, openEditor, signIn } from "../../../support/browser/editor-page.ts";
import { cells } from "../../../support/cells.ts";
import { notice } from "../../../support/command/command.ts";
import { broken } from "../../../support/service/app.ts";
import { sharedEditor } from "../../../support/service/editor-here.ts";
import { serveHere } from "../../../support/service/service-here.ts";
import { noticeWith } from "../../../support/texts/notices.ts";
import { translated } from "../../../support/texts/translated.ts";

/** Each run leaves pictures of previews here, for people. */
const folder = "var/pictures/preview";
const brandFolder = "docs/brand/shop";
const editor = sharedEditor(async () => ({ brand: await loadBrand(brandFolder, broken) }));

/** Opens a page of the editor's origin that does nothing by itself, and shows previews in frames of its own. */
async function openFrames(options?: BrowserContextOptions) {
  const { page, unexpected } = await openEditor(`${editor().url}/healthz`, options);
  await page.evaluate(signIn, await editor().secret());
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("popup", (popup) => requests.push(popup.url()));
  let count = 0;
  const show = async (request: unknown, { width = 400, height = 600 } = {}) => {
    count += 1;
    const name = `preview-${count}`;
    const told = await page.evaluate(fillFrame, { name, text: JSON.stringify(request), width, height });
    return { frame: page.frame({ name }) as Frame, told };
  };
  return { page, requests, unexpected, show };
}

/** A notice in several languages with a time as its expected return. */
const backIn = (hours: number): Notice => {
  const languages = Object.entries(translated.translations ?? {});
  const texts = languages.map(([tag, { title, message }]) => [tag, { title, message }]);
  const expectedReturn = new Date(Date.now() + hours * 3_600_000).toISOString();
  return { ...translated, expectedReturn, translations: Object.fromEntries(texts) };
};

type Visitor = BrowserContextOptions & { viewport: { width: number; height: number } };
const visits: [string, Notice, Visitor, Omit<PreviewRequest, "notice">][] = [
  [
    "in Arabic, in dark, on a small phone, in Auckland",
    backIn(20),
    { viewport: { width: 320, height: 640 }, locale: "ar-EG", timezoneId: "Pacific/Auckland" },
    { language: "ar-EG", scheme: "dark", timeZone: "Pacific/Auckland" },
  ],
  [
    "after the expected return, in light, in Berlin",
    backIn(-3),
    { viewport: { width: 1000, height: 700 }, locale: "de-AT", timezoneId: "Europe/Berlin" },
    { language: "de-AT", phase: "overdue", scheme: "light", timeZone: "Europe/Berlin" },
  ],
];
it.each(cells(visits, ([name]) => name.includes("Arabic")))(
  "The preview of a draft equals the visitor's page to the pixel %s",
  async (name, draft, visitor, circumstances) => {
    const service = await serveHere({ BRAND_DIR: brandFolder });
    await notice(service.env, ["apply", "-"], { stdin: JSON.stringify(draft) });
    const { scheme = "light" } = circumstances;
    const { page } = await openPage(service.url, { ...visitor, colorScheme: scheme });
    const line = page.locator(".quiet-line");
    await expect.poll(() => line.innerText()).toBe(await line.getAttribute("data-room"));
    // The operator's browser has other settings than the visitor's.
    const colorScheme = scheme === "dark" ? "light" : "dark";
    const frames = await openFrames({ colorScheme, timezoneId: "America/Los_Angeles" });
    const { frame, told } = await frames.show({ notice: draft, ...circumstances }, visitor.viewport);
    expect(told).toMatchObject({ event: "ready", y: 0 });
    mkdirSync(folder, { recursive: true });
    const file = name.replace(/[^a-z]+/gi, "-");
    const preview = await (await frame.frameElement()).screenshot({ path: `${folder}/${file}.png` });
    const seen = await page.screenshot({ path: `${folder}/${file}-visitor.png` });
    expect(await frame.locator("body").innerText()).toBe(await page.locator("body").innerText());
    expect([preview.equals(seen), frames.unexpected()]).toEqual([true, []]);
  },
);

const draft = noticeWith({ title: "We are moving", expectedReturn: "2026-06-10T12:30:00Z" });

it("A preview shows the requested moment, language and time zone, or the fault in the request", async () => {
  const inUtc = { timeZone: "UTC", now: "2026-06-06T12:00:00Z" };
  const inLondon = { timeZone: "Europe/London", now: "2026-06-09T23:30:00Z" };
  const frames = await openFrames({ timezoneId: "America/Los_Angeles" });
  for (const [circumstances, shown] of [
    [{ phase: "before" }, { h1: "We are moving", ".relative": "in about 60 minutes" }],
    [{ now: "2026-06-10T12:50:00Z" }, { "p.news": /taking longer/, ".relative": "about 20 minutes ago" }],
    [{ language: "de-AT", phase: "back" }, { h1: "Wir sind wieder da" }],
    [{ language: "en", ...inUtc }, { ".lead": "Wednesday 12:30\u00a0PM" }],
    [{ language: "en-GB", ...inUtc }, { ".lead": "Wednesday 12:30" }],
    [inLondon, { ".relative": "in about 13 hours", time: /^Today 1:30\sPM Wednesday,\sJune\s10, GMT\+1$/ }],
  ] as const) {
    const { frame } = await frames.show({ notice: draft, ...circumstances });
    for (const [selector, text] of Object.entries(shown)) {
      const found = (await frame.locator(selector).textContent())?.trim();
      if (typeof text === "string") expect(found).toBe(text);
      else expect(found).toMatch(text);
    }
  }
  const { frame, told } = await frames.show({ notice: draft, phase: "<img src=x>" });
  const detail = expect.stringMatching(/^"phase" must be .* not "<img src=x>"/);
  expect(told).toEqual({ type: "backsoon-preview", event: "fault", detail });
  expect(await frame.locator("body").innerText()).toEqual(detail);
  expect(frames.unexpected()).toEqual([]);
});

it("A preview tells the editor its scroll position, and scrolls only for the editor", async () => {
  const { page, show } = await openFrames();
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

it("A script in a preview reaches neither the editor nor another site, and no link works", async () => {
  const frames = await openFrames();
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
    const loaded = (element: HTMLElement, how: object) =>
      new Promise((resolve, reject) => {
        document.head.append(Object.assign(element, { onload: resolve, onerror: reject, ...how }));
      });
    const attempts: Record<string, () => unknown> = {
      "the editor's page": () => parent.document.title,
      cookies: () => document.cookie,
      storage: () => localStorage.length,
      "the API": () => fetch(`${origin}/api/notice`, { credentials: "include" }),
      "another site": () => fetch("https://evil.invalid/", { mode: "no-cors" }),
      "a picture": () => loaded(new Image(), { src: `${origin}/favicon.ico` }),
      "a script of its own": () => loaded(document.createElement("script"), { src: "data:text/javascript," }),
      "a code of texts": () => new Function("return 1")(),
      "a window": () => openPage("about:blank") ?? Promise.reject(),
      "the whole tab": () => Object.assign((top as Window).location, { href: "about:blank" }),
      "a dialog": () => confirm("?") || Promise.reject(),
    };
    const found: string[] = [];
    for (const [name, attempt] of Object.entries(attempts))
      try {
        await attempt();
        found.push(name);
      } catch {}
    // These do not tell whether they were allowed.
    navigator.sendBeacon(`${origin}/api/session`);
    const form = document.createElement("form");
    document.body.append(Object.assign(form, { action: "https://e.invalid/", method: "post" }));
    form.submit();
    return { found, origin: self.origin };
  }, editor().url);
  expect(reached).toEqual({ found: [], origin: "null" });
  expect([frames.requests, frames.page.url()]).toEqual([[], `${editor().url}/healthz`]);
});
