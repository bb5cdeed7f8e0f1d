import { expect, it } from "vitest";
import { english as said } from "../../../web/editor/texts/english.ts";
import { openSignedIn, publishElsewhere } from "../../support/browser/editor-page.ts";
import { boxOf } from "../../support/browser/looks.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor();
const titles = {
  ...{ de: "Wir ziehen um", fr: "Nous déménageons", es: "Nos mudamos", nl: "We verhuizen" },
  ...{ "pt-BR": "Estamos de mudança", "zh-Hans": "我们正在搬家", ja: "移転します", ar: "ننتقل" },
};

/** Opens the editor for a left-over notice with so many translations. */
async function open(count: number, options = {}) {
  const texts = Object.entries(titles).map(([tag, title]) => [tag, { title }]);
  const translations = Object.fromEntries(texts.slice(0, count));
  const notice = { title: "We are moving", language: "en", expectedReturn: "2020-01-01T00:00:00Z" };
  await publishElsewhere(editor(), { ...notice, translations });
  return openSignedIn(editor(), options);
}

it("Many language tabs scroll, and the chosen tab comes into view", async () => {
  const { page, cutTabs, tab, says } = await open(8, { viewport: { width: 320, height: 640 } });
  expect(await cutTabs()).toContain("Spanish");
  await tab("English").focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await says(said.languages.remove("Spanish"));
  await expect.poll(() => cutTabs()).not.toContain("Spanish");
});

it("The chosen language tab has its own background in forced colours", async () => {
  const { tab } = await open(3, { forcedColors: "active" });
  const paper = (name: string) => tab(name).evaluate((tab) => getComputedStyle(tab).backgroundColor);
  const chosen = await paper("English");
  expect(await paper("German")).not.toBe(chosen);
  await tab("German").click();
  expect([await paper("German"), await paper("English")]).toEqual([chosen, await paper("French")]);
});

it.each([
  ["320 px", { viewport: { width: 320, height: 640 } }],
  ["a laptop at 200 %", { viewport: { width: 683, height: 384 }, deviceScaleFactor: 2 }],
])("The whole title field is on the first screen: %s", async (_name, options) => {
  const { says, title } = await open(8, options);
  await says(said.trouble.leftOver);
  const place = await title.boundingBox();
  expect(place && place.y + place.height).toBeLessThan(options.viewport.height - 48);
});

it("A phone shows one message in full width, with a button for the others below", async () => {
  const { page, says, title } = await open(1, { viewport: { width: 390, height: 844 } });
  await title.fill("Typed here");
  await says(said.drafts.unsaved);
  await page.reload();
  await says(said.lines.more(1));
  const [line, more] = [await boxOf(page, ".line:visible"), await boxOf(page, ".lines > button")];
  expect([line.width, more.width]).toEqual([390, 390]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(more.y).toBe(line.y + line.height);
});

it("A choice in the review never covers the publish button at 320 px", async () => {
  const { page, title } = await open(4, { viewport: { width: 320, height: 640 } });
  await title.fill("We have moved");
  await page.keyboard.press("Control+Enter");
  const sheet = page.getByRole("dialog");
  await sheet.locator("label", { hasText: said.languages.keep }).click();
  await sheet.locator("label", { hasText: said.languages.drop }).click();
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
