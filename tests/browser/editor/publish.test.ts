import { expect, it } from "vitest";
import { openPage } from "../../support/browser/browser.ts";
import { inSight, publishElsewhere, sharedPage } from "../../support/browser/editor-page.ts";
import { wake } from "../../support/browser/events.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";
import { serveHere } from "../../support/service/service-here.ts";
import { translated } from "../../support/texts/translated.ts";

const editor = sharedEditor();
const begin = sharedPage(editor);

it("A person previews in Arabic and dark, publishes to an open page, and undoes it", async () => {
  const { page, revision, tab, button, title, review, saysPublished, says, previews } =
    await begin(translated);
  const service = await serveHere({ DATABASE: editor().database });
  const visitor = await openPage(service.url, { locale: "ar" });
  const reads = async (title = "") => {
    await wake(visitor.page);
    await expect.poll(() => visitor.page.locator("h1").textContent()).toBe(title);
  };
  const depth = await page.evaluate(() => history.length);
  // On a laptop, a whole phone is in sight at its own size.
  const phone = await page.locator(".screen").boundingBox();
  expect(phone).toMatchObject({ width: 390, height: expect.toSatisfy((height: number) => height >= 560) });
  await inSight(page.locator(".screen"));
  await tab("Arabic").click();
  await button("Dark").click();
  await title.fill("نعود قريبًا");
  await previews("نعود قريبًا");
  const frame = page.frameLocator("iframe.shown").locator("html");
  expect(await frame.getAttribute("dir")).toBe("rtl");
  const ground = await frame.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
  expect(ground).toBe("rgb(26, 21, 18)");
  await reads(translated.translations?.ar?.title);

  await page.keyboard.press("Control+Enter");
  expect(await review.locator("ins").allTextContents()).toEqual([expect.stringContaining("نعود قريبًا")]);
  await page.keyboard.press("Control+Enter");
  await saysPublished(`Revision ${revision + 1} is published.`);
  await reads("نعود قريبًا");
  await button("Undo").click();
  await says(`Revision ${revision + 2} is published. It brings back what revision ${revision} said`);
  await reads(translated.translations?.ar?.title);
  expect(await page.evaluate(() => history.length)).toBe(depth);
  expect(visitor.unexpected()).toEqual([]);
});

it("The history shows who changed what and when, and publishes an earlier notice again", async () => {
  const number = await publishElsewhere(editor(), { title: "An old text" }, "olga");
  const { page, revision: other, choose, says, button, saysPublished } = await begin({ title: "A new text" });
  await choose("History");
  const sheet = page.getByRole("dialog", { name: "History" });
  await says(/olga changed Title/);
  await says(/just now, \w+ \d+, 20\d\d, \d+:\d\d [AP]M/);
  await sheet.locator("summary").filter({ hasText: "olga" }).first().click();
  const added = () => sheet.locator("ins").allInnerTexts();
  await expect.poll(added).toEqual([expect.stringContaining("An old text")]);
  // The entry shows the whole notice, because all of it would be published again.
  expect(await sheet.locator("dd").allInnerTexts()).toContain("support@example.com");
  await button("Publish again").click();
  const again = page.getByRole("dialog", { name: `Revision ${number} again: what changes for visitors` });
  await expect.poll(() => again.frameLocator("iframe.shown").locator("h1").textContent()).toBe("An old text");
  await again.getByRole("button", { name: /^Publish/ }).click();
  await saysPublished(`Revision ${other + 1} is published. It brings back what revision ${number} said`);
  await choose("History");
  const newest = () => sheet.locator("summary").first().innerText();
  await expect.poll(newest).toMatch(new RegExp(`changed Title\\s+the same as ${number}\\s`));
});
