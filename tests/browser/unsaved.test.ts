import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { locales, textsOfSent } from "../../web/locales/locales.ts";
import { openWindow } from "../support/browser/browser.ts";
import { shifts } from "../support/browser/looks.ts";
import { withClock } from "../support/browser/page-time.ts";
import { pollNow } from "../support/browser/waiting.ts";
import { cells } from "../support/cells.ts";
import { startReadOnlyFront } from "../support/network/read-only-front.ts";
import { serveHere } from "../support/service/service-here.ts";

const sentence = "What you sent was not received. Go back to what you typed, and send it later.";
const typed = "Two loaves, and the small jar of honey.";

/** Opens a page of a read-only app. The notice polls only when the test says so. */
async function visit() {
  const service = await serveHere({ POLL_SECONDS: "3600", RETURN_SPREAD_SECONDS: "0" });
  const front = await startReadOnlyFront(service.url);
  const { page } = await openWindow(withClock);
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto(front.url);
  return { page, front, loads };
}

const heading = (page: Page, text: string) => expect.poll(() => page.locator("h1").innerText()).toBe(text);
const paragraphs = (page: Page) => page.locator(".message").allInnerTexts();

describe("The reply to a form while the app is read-only", () => {
  it("says that nothing was received, stays when the app is back, and Back leads to the typed text", async () => {
    const { page, front, loads } = await visit();
    await page.fill("textarea", typed);
    await page.click("#order button");
    await heading(page, "Under Maintenance");
    for (const _time of [1, 2]) await pollNow(page);
    const both = [sentence, expect.stringMatching(/^We're currently/)];
    expect(await paragraphs(page)).toEqual(both);
    expect((await page.locator(".quiet-line").innerText()).trim()).toBe("");
    front.openAll();
    await pollNow(page);
    await heading(page, "We're back");
    expect(await paragraphs(page)).toEqual([sentence]);
    expect(await page.locator(".announcement").textContent()).toBe(`We're back\n${sentence}`);
    // The app fails again.
    front.answerWith();
    await pollNow(page);
    await heading(page, "Under Maintenance");
    expect(await paragraphs(page)).toEqual(both);
    front.openAll();
    for (const _time of [1, 2, 3]) await pollNow(page);
    await page.clock.runFor(600_000);
    expect(await page.title()).toBe("We're back");
    expect(loads).toEqual(["GET /", "POST /orders"]);
    await page.goBack();
    expect(await page.inputValue("textarea")).toBe(typed);
    expect(front.changes).toEqual([]);
    await page.click("#order button");
    await expect.poll(() => front.changes).toEqual(["POST /orders"]);
    await heading(page, "The shop");
  });

  it("is in the visitor's language, without a layout shift", async () => {
    const { page, front } = await visit();
    const widths = [320, 480, 1280] as const;
    const all = locales.map(({ tag }, index) => [tag, widths[index % 3] ?? 320] as const);
    for (const [tag, width] of cells(all, ([tag]) => tag === "fa")) {
      await page.setExtraHTTPHeaders({ "Accept-Language": tag });
      await page.setViewportSize({ width, height: 700 });
      await page.goto(front.url);
      await page.click("#order button");
      await expect.poll(() => paragraphs(page)).toContain(textsOfSent(tag).unsaved);
      await pollNow(page);
      expect([tag, await shifts(page)]).toEqual([tag, []]);
    }
  });
});
