import { describe, expect, it } from "vitest";
import { enter, openEditor, openSignedIn, says } from "../../support/browser/editor-page.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor();

describe("on a phone", () => {
  it("words and page are two tabs that keep their places, and a change is published", async () => {
    const opened = await openSignedIn(editor(), {
      viewport: { width: 390, height: 700 },
      hasTouch: true,
      isMobile: true,
    });
    const { page, previewText } = opened;
    await page.getByLabel("Title", { exact: true }).fill("From a phone");
    await page.evaluate(() => scrollTo({ top: 300, behavior: "instant" }));
    // Dispatched, as a tap would scroll the tabs into sight first.
    await page.getByRole("tab", { name: "Page" }).dispatchEvent("click");
    await expect.poll(() => previewText().catch(() => "")).toBe("From a phone");
    expect(await page.getByLabel("Title", { exact: true }).isVisible()).toBe(false);
    await page.getByRole("tab", { name: "Words" }).dispatchEvent("click");
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(300);
    await page.evaluate(() => scrollTo({ top: 300, behavior: "instant" }));
    await page.getByRole("button", { name: "Review and publish" }).tap();
    await page.getByRole("button", { name: /^Publish/ }).tap();
    await says(page, /Revision 2 is live\./);
    const undo = page.getByRole("button", { name: "Undo" });
    await expect.poll(() => undo.evaluate((button) => button.getBoundingClientRect().top >= 0)).toBe(true);
    expect(opened.unexpected()).toEqual([]);
  });

  it("what has to be corrected leads to its field, also from the page", async () => {
    const { page, ...opened } = await openEditor(editor().makeLink(), {
      viewport: { width: 390, height: 700 },
    });
    await enter({ page, ...opened });
    const mail = page.getByLabel("Contact e-mail");
    await mail.fill("nobody");
    await page.getByRole("tab", { name: "Page" }).click();
    await page.getByRole("button", { name: "Review and publish" }).click();
    await page.getByRole("button", { name: /^Contact e-mail is no address/ }).click();
    await expect.poll(() => mail.evaluate((field) => field === document.activeElement)).toBe(true);
  });

  it("of 320 px, the header's mark and its buttons stand in one line", async () => {
    const opened = await openSignedIn(editor(), { viewport: { width: 320, height: 640 } });
    const lines = await opened.page
      .locator(".top > :not(.live)")
      .evaluateAll((parts) =>
        parts.map((part) => part.getBoundingClientRect()).map(({ y, height }) => Math.round(y + height / 2)),
      );
    expect(new Set(lines).size).toBe(1);
    expect((await opened.page.locator(".top .mark-of-product").boundingBox())?.height).toBeLessThanOrEqual(
      28,
    );
  });
});
