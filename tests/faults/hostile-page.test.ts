import { once } from "node:events";
import { connect } from "node:net";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { sqliteBackend } from "../../data/sqlite/backend.ts";
import type { NoticeStore } from "../../data/store.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { launchBrowser } from "../support/browser.ts";
import { hostileNotices, hostileTexts, ownTexts } from "../support/hostile-texts.ts";
import { draftWith } from "../support/notices.ts";
import { startService } from "../support/service.ts";
import { serveHere } from "../support/service-here.ts";

const open = launchBrowser();

/** Counts what a payload calls when it runs. */
const canary = `
  globalThis.__pwned = 0;
  for (const name of ["alert", "confirm", "prompt", "print", "open", "msgbox"])
    globalThis[name] = () => void (globalThis.__pwned += 1);
`;

type Texts = Pick<Notice, "title" | "message" | "expectedReturn">;
const plain = { title: "Plain", message: "plain", expectedReturn: "plain" };

/** For each text that the page shows the three that hold it, those aside that do not take it. */
const hostile = (texts: string[]): Texts[] =>
  hostileNotices(texts).map(({ contactEmail: _, ...notice }) => ({ ...plain, ...notice }));

async function startWithStore<S extends { database: string }>(
  start: (settings: Record<string, string>) => Promise<S>,
): Promise<{ service: S; store: NoticeStore }> {
  const service = await start({ LOG_LEVEL: "trace", POLL_SECONDS: "3600" });
  const store = await sqliteBackend(service.database).open();
  onTestFinished(() => store.close());
  await store.append(draftWith(plain));
  return { service, store };
}

/** What the page shows, once it is hydrated and has what is expected; `pwned` counts the payloads that ran. */
function look(page: Page, expected: Texts): Promise<object> {
  return page.evaluate(async (expected) => {
    const text = (selector: string) => document.querySelector(selector)?.textContent;
    const shown = () => ({
      title: text("h1"),
      message: text(".message"),
      expectedReturn: text(".expected-return .time"),
    });
    // Scrolling reaches nothing on the left, so that the text itself is measured.
    const cutOff = (selector: string) => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector(selector) as Element);
      const sides = [...range.getClientRects()].flatMap(({ left, right }) => [-left, right - innerWidth]);
      return Math.max(0, ...sides.map(Math.round));
    };
    const isHydrated = () =>
      Object.keys(document.getElementById("page") ?? {}).some((key) => /^__react/.test(key));
    const deadline = performance.now() + 5000;
    const isDue = () => isHydrated() && JSON.stringify(shown()) === JSON.stringify(expected);
    while (!isDue() && performance.now() < deadline) await new Promise(requestAnimationFrame);
    return {
      ...shown(),
      elements: document.querySelectorAll("*").length,
      pixelsTooWide: Math.max(0, document.documentElement.scrollWidth - innerWidth),
      pixelsCutOff: Math.max(...["h1", ".message", ".expected-return .time"].map(cutOff)),
      pwned: Reflect.get(globalThis, "__pwned"),
    };
  }, expected);
}

describe("a hostile text that was taken", () => {
  it("is shown as text by open pages, narrow and wide, and asks for nothing", async () => {
    const { service, store } = await startWithStore(serveHere);
    const narrow = await open(service.url, { viewport: { width: 320, height: 640 } }, canary);
    const wide = await open(service.url, {}, canary);
    const urls: string[] = [];
    for (const { page } of [narrow, wide]) page.on("request", (request) => urls.push(request.url()));
    const before = await look(wide.page, plain);
    expect(before).toMatchObject({ ...plain, pixelsTooWide: 0, pixelsCutOff: 0, pwned: 0 });

    for (const texts of hostile(hostileTexts)) {
      await store.append(draftWith(texts));
      for (const { page } of [narrow, wide]) {
        // The page asks for the notice when it is online again, and not only by its clock.
        await page.evaluate(() => dispatchEvent(new Event("online")));
        expect(await look(page, texts)).toEqual({ ...before, ...texts });
      }
    }
    expect(new Set(urls)).toEqual(new Set([`${service.url}/api/notice`]));
    for (const { unexpected } of [narrow, wide]) expect(unexpected()).toEqual([]);
  }, 180_000);

  it("is shown as text by a page that is loaded with it, and asks for nothing", async () => {
    const { service, store } = await startWithStore(serveHere);
    const { page, unexpected } = await open(service.url, { viewport: { width: 320, height: 640 } }, canary);
    const urls: string[] = [];
    page.on("request", (request) => urls.push(request.url()));
    const before = await look(page, plain);

    for (const texts of hostile(ownTexts)) {
      await store.append(draftWith(texts));
      await page.goto(service.url);
      expect(await look(page, texts)).toEqual({ ...before, ...texts });
      expect(await page.title()).toBe(texts.title.replace(/ +/g, " ").replace(/^ | $/g, ""));
    }
    const own = new RegExp(`^${service.url}/(assets/[\\w.-]+\\.js|api/notice)?$`);
    expect(urls.filter((url) => !own.test(url) && !url.startsWith("data:image/svg+xml"))).toEqual([]);
    expect(unexpected()).toEqual([]);
  }, 180_000);

  it("leaves the log lines of JSON without a raw control character, whatever is requested", async () => {
    const { service, store } = await startWithStore(startService);
    for (const texts of hostile(ownTexts)) await store.append(draftWith(texts));
    const send = async (path: string, host: string) => {
      const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
      socket.end(`GET /${path} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${host}\r\n\r\n`, "latin1");
      await once(socket.resume(), "close");
    };
    for (const bytes of [
      "\u001b]0;x\u0007",
      "\u009b2J",
      "\u00c2\u009b2J",
      "%1b%5b2J",
      "\u007f",
      "{{page}}",
    ]) {
      await send(bytes, "a");
      await send("", bytes);
    }
    expect((await fetch(service.url)).status).toBe(503);
    await service.ended("SIGTERM");
    const { stdout, stderr } = service.output();
    for (const output of [stdout, stderr])
      expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    const lines = stdout.trimEnd().split("\n");
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) });
    expect(lines.length).toBeGreaterThan(0);
  });
});
