import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { cutTabs, openWithLanguages } from "../../support/browser/editor-languages.ts";
import { type EditorPage, says } from "../../support/browser/editor-page.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor();
const open = (count: number, options = {}): Promise<EditorPage> =>
  openWithLanguages(editor(), count, options);

const title = (page: Page) => page.getByLabel("Title", { exact: true });

it("many language tabs scroll, and the chosen tab comes into view", async () => {
  const { page } = await open(8, { viewport: { width: 320, height: 640 } });
  expect(await cutTabs(page)).toContain("Spanish");
  await page.getByRole("tab", { name: /^English/ }).focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await says(page, "Remove Spanish");
  await expect.poll(() => cutTabs(page)).not.toContain("Spanish");
});

it("the chosen language tab has its own background in forced colours", async () => {
  const { page } = await open(3, { forcedColors: "active" });
  const paper = (name: string | RegExp) =>
    page.getByRole("tab", { name }).evaluate((tab) => getComputedStyle(tab).backgroundColor);
  const chosen = await paper(/^English/);
  expect(await paper("German")).not.toBe(chosen);
  await page.getByRole("tab", { name: "German" }).click();
  expect([await paper("German"), await paper(/^English/)]).toEqual([chosen, await paper("French")]);
});

it.each([
  ["320 px", { viewport: { width: 320, height: 640 } }],
  ["a laptop at 200 %", { viewport: { width: 683, height: 384 }, deviceScaleFactor: 2 }],
])("the whole title field is on the first screen: %s", async (_name, options) => {
  const { page } = await open(8, options);
  await says(page, "Is this notice left over");
  const place = await title(page).boundingBox();
  expect(place && place.y + place.height).toBeLessThan(options.viewport.height - 48);
});

it("a phone shows one message in full width, with a button for the others below", async () => {
  const { page } = await open(1, { viewport: { width: 390, height: 844 } });
  await title(page).fill("Typed here");
  await says(page, "Not published");
  await page.reload();
  await says(page, "1 more");
  const [line, more] = await Promise.all([
    page.locator(".line:visible").boundingBox(),
    page.locator(".lines > button").boundingBox(),
  ]);
  expect([line?.width, more?.width]).toEqual([390, 390]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(more?.y).toBe((line?.y ?? 0) + (line?.height ?? 0));
});

it("a choice in the review never covers the publish button at 320 px", async () => {
  const { page } = await open(4, { viewport: { width: 320, height: 640 } });
  await title(page).fill("We have moved");
  await page.keyboard.press("Control+Enter");
  const sheet = page.getByRole("dialog");
  await sheet.locator("label", { hasText: "Keep" }).click();
  await sheet.locator("label", { hasText: "Remove" }).click();
  const covering = await sheet.evaluate((sheet) => {
    const { left, right, top, bottom } =
      sheet.querySelector(".foot .main")?.getBoundingClientRect() ?? new DOMRect();
    const found = new Set<string>();
    for (sheet.scrollTop = 0; ; sheet.scrollTop += 16) {
      for (let x = left + 8; x < right; x += 16) {
        const hit = document.elementFromPoint(x, (top + bottom) / 2);
        if (!hit?.closest(".foot")) found.add(hit?.outerHTML ?? "nothing");
      }
      if (sheet.scrollTop + sheet.clientHeight >= sheet.scrollHeight - 1)
        return [[...found], sheet.scrollTop > 0];
    }
  });
  expect(covering).toEqual([[], true]);
});
