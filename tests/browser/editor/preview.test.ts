import { describe, expect, it } from "vitest";
import { enter, openEditor, publishElsewhere, says } from "../../support/browser/editor-page.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor();

describe("the preview", () => {
  it("follows what is typed, keeps its place, and adds nothing to the tab's history", async () => {
    await publishElsewhere(editor(), { message: "line\n".repeat(300).trim() });
    const opened = await openEditor(editor().makeLink());
    const { page, previewText } = opened;
    await enter(opened);
    const depth = await page.evaluate(() => history.length);
    const place = () =>
      page
        .frameLocator("iframe.shown")
        .locator("html")
        .evaluate(() => Math.round(scrollY))
        .catch(() => -1);
    await page
      .frameLocator("iframe.shown")
      .locator("html")
      .evaluate(() => scrollTo(0, 500));
    await expect.poll(place).toBe(500);
    for (const title of ["One", "Two", "Three"]) {
      await page.getByLabel("Title", { exact: true }).fill(title);
      await expect.poll(() => previewText().catch(() => "")).toBe(title);
    }
    await expect.poll(place).toBe(500);
    expect(await page.evaluate(() => history.length)).toBe(depth);
    expect(await page.locator("iframe").count()).toBe(1);
  });

  it("keeps the last good page while the schema refuses the draft, and says so", async () => {
    const opened = await openEditor(editor().makeLink());
    const { page, previewText } = opened;
    await enter(opened);
    await page.getByLabel("Title", { exact: true }).fill("Good");
    await expect.poll(() => previewText().catch(() => "")).toBe("Good");
    await page.getByLabel("Title", { exact: true }).fill("x".repeat(121));
    await says(page, /Your draft, except for what has to be corrected first: Title/);
    await says(page, /121 of 120/);
    expect(await previewText()).toBe("Good");
  });

  it("is another page for each language, screen and moment", async () => {
    await publishElsewhere(editor(), { expectedReturn: "2126-01-01T00:00:00Z" });
    const opened = await openEditor(editor().makeLink());
    const { page, previewText } = opened;
    await enter(opened);
    await page.getByLabel("Language", { exact: true }).selectOption("ja");
    await expect
      .poll(() =>
        page
          .frameLocator("iframe.shown")
          .locator("html")
          .getAttribute("lang")
          .catch(() => ""),
      )
      .toBe("ja");
    await page.getByLabel("Language", { exact: true }).selectOption("en");
    await page.getByLabel("Moment").selectOption("back");
    await expect.poll(() => previewText().catch(() => "")).toBe("We're back");
    await page.getByLabel("Moment").selectOption("overdue");
    await expect.poll(() => previewText(".overdue").catch(() => "")).toContain("longer than expected");
    await page.getByLabel("Phone").check({ force: true });
    await expect
      .poll(() =>
        page
          .frameLocator("iframe.shown")
          .locator("html")
          .evaluate(() => innerWidth)
          .catch(() => 0),
      )
      .toBe(390);
  });
});
