import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { unsavedLocaleOf } from "../../web/locales/locales.ts";
import { sharedBrowser, still } from "../support/browser/browser.ts";
import { quickTime } from "../support/browser/page-time.ts";
import { shifts } from "../support/browser/shifts.ts";
import { healthyApp } from "../support/network/front.ts";
import { type ReadOnlyFront, startReadOnlyFront } from "../support/network/read-only-front.ts";
import { listenHere, withoutTls } from "../support/network/servers.ts";
import { serveHere } from "../support/service/service-here.ts";

const long = { timeout: 20_000 };
const sentence = "What you sent was not received. Go back to what you typed, and send it later.";
const typed = "Two loaves, and the small jar of honey.";

interface Visit {
  page: Page;
  front: ReadOnlyFront;
  /** The pages that were loaded, as `POST /path`. */
  loads: string[];
}

/** A page of an app that can only be read, in a browser whose time passes quickly. */
async function visit(sharesNotice = true, visitor: BrowserContextOptions = {}): Promise<Visit> {
  const service = await serveHere({ POLL_SECONDS: "1", RETURN_SPREAD_SECONDS: "0" });
  const front = await startReadOnlyFront(service.url, sharesNotice);
  const context = await (await sharedBrowser()).newContext({ ...still, ...visitor });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.addInitScript(`${quickTime}\nspeed = 200;`);
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto(front.url);
  return { page, front, loads };
}

const heading = (page: Page, text: string) =>
  expect.poll(() => page.locator("h1").innerText(), long).toBe(text);
const paragraphs = (page: Page) => page.locator(".message").allInnerTexts();

/** Waits until a page has asked so many times more. */
async function polls({ front }: Visit, times: number): Promise<void> {
  const asked = () => front.log.filter((entry) => entry === "GET /api/notice").length;
  const before = asked();
  await expect.poll(asked, long).toBeGreaterThanOrEqual(before + times);
}

describe("a form that is sent to an app that can only be read", () => {
  it.each([
    ["says that it is back at once", false],
    ["waits until it can be changed again", true],
  ])("leads to a page that %s, and stays", async (_name, sharesNotice) => {
    const opened = await visit(sharesNotice);
    const { page, front, loads } = opened;
    await page.fill("textarea", typed);
    await page.click("#order button");
    if (sharesNotice) {
      await polls(opened, 3);
      await heading(page, "Under Maintenance");
      expect(await paragraphs(page)).toEqual([sentence, expect.stringMatching(/^We're currently/)]);
      expect((await page.locator(".quiet-line").innerText()).trim()).toBe("");
      front.openAll();
    }
    await heading(page, "We're back");
    expect(await paragraphs(page)).toEqual([sentence]);
    expect(await page.locator(".announcement").textContent()).toBe(`We're back\n${sentence}`);
    await polls(opened, 4);
    await heading(page, "We're back");
    expect(await page.title()).toBe("We're back");
    expect(loads).toEqual(["GET /", "POST /orders"]);

    await page.goBack();
    expect(await page.inputValue("textarea")).toBe(typed);
    expect(front.changes).toEqual([]);
    front.openAll();
    await page.click("#order button");
    await expect.poll(() => front.changes, long).toEqual(["POST /orders"]);
    await heading(page, "The shop");
  });

  it("leads to a page that follows the app's going away again", async () => {
    const opened = await visit();
    const { page, front, loads } = opened;
    await page.click("#order button");
    await polls(opened, 1);
    front.answerWith(healthyApp);
    await heading(page, "We're back");
    // Everything goes to the notice.
    front.answerWith();
    await heading(page, "Under Maintenance");
    expect(await paragraphs(page)).toContain(sentence);
    expect(loads).toEqual(["GET /", "POST /orders"]);
  });

  it("leads to a page that says so without a script", async () => {
    const { page } = await visit(true, { javaScriptEnabled: false });
    await page.click("#order button");
    await heading(page, "Under Maintenance");
    expect((await page.locator("p").allInnerTexts()).filter((text) => text.trim())).toEqual([
      sentence,
      expect.stringMatching(/^We're currently/),
      "Need help? support@example.com",
      "Thank you for your patience.",
    ]);
  });

  it.each([
    ["es", 320],
    ["fa", 480],
    ["de", 1280],
  ])("leads to a page in %s on which nothing moves, %i pixels wide", async (locale, width) => {
    const opened = await visit(true, { locale, viewport: { width, height: 700 } });
    const { page } = opened;
    await page.click("#order button");
    await polls(opened, 2);
    expect((await paragraphs(page))[0]).toBe(unsavedLocaleOf(locale).unsaved);
    expect(await shifts(page)).toEqual([]);
  });
});

describe("an upload to an app that can only be read", () => {
  it("leads to such a page, from which the visitor goes back to what they typed", async () => {
    const opened = await visit();
    const { page, front, loads } = opened;
    await page.fill("#upload [name=words]", typed);
    const file = { name: "cake.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(3_000_000, "x") };
    await page.setInputFiles("[type=file]", file);
    await page.click("#upload button");
    await heading(page, "Under Maintenance");
    expect(await paragraphs(page)).toContain(sentence);
    await polls(opened, 1);
    front.openAll();
    await heading(page, "We're back");
    await polls(opened, 3);
    expect(loads).toEqual(["GET /", "POST /files"]);
    await page.goBack();
    expect(await page.inputValue("#upload [name=words]")).toBe(typed);
    expect(front.changes).toEqual([]);
  });
});

describe("a script that asks an app that can only be read", () => {
  it("reads on another origin, after a preflight, that nothing was received", async () => {
    const { page, front } = await visit();
    await page.goto(await listenHere(await withoutTls(healthyApp)));
    const told = await page.evaluate(async (url) => {
      const headers = { "Content-Type": "application/json", Accept: "application/json" };
      const response = await fetch(url, { method: "PUT", body: "{}", headers });
      return { status: response.status, problem: await response.json() };
    }, `${front.url}/orders/1`);
    expect(told).toEqual({
      status: 503,
      problem: expect.objectContaining({
        unsaved: true,
        detail: expect.stringMatching(`^${sentence}\n\nWe're currently`),
      }),
    });
    expect(front.log.filter((entry) => entry.endsWith("/orders/1"))).toEqual([
      "OPTIONS /orders/1",
      "PUT /orders/1",
    ]);
    expect(front.changes).toEqual([]);
  });
});
