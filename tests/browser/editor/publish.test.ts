import { expect, it } from "vitest";
import { launchBrowser, still } from "../../support/browser/browser.ts";
import {
  button,
  choose,
  field,
  publishElsewhere,
  review,
  says,
  saysPublished,
  sharedPage,
  tab,
} from "../../support/browser/editor-page.ts";
import { wake } from "../../support/browser/events.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";
import { serveHere } from "../../support/service/service-here.ts";
import { translated } from "../../support/texts/translated.ts";

const editor = sharedEditor();
const begin = sharedPage(editor);
const visit = launchBrowser(still);

it("a draft is seen in Arabic and in dark, a visitor's open page changes with it, and back when that is undone", async () => {
  const { page, previewText, revision } = await begin(translated);
  const service = await serveHere({ DATABASE: editor().database });
  const visitor = await visit(service.url, { locale: "ar" });
  const reads = async (title = "") => {
    await wake(visitor.page);
    await expect.poll(() => visitor.page.locator("h1").textContent()).toBe(title);
  };
  const depth = await page.evaluate(() => history.length);
  await tab(page, "Arabic").click();
  await page.getByLabel("Dark").check({ force: true });
  await field(page, "Title").fill("نعود قريبًا");
  await expect.poll(() => previewText().catch(() => "")).toBe("نعود قريبًا");
  const frame = page.frameLocator("iframe.shown").locator("html");
  expect(await frame.getAttribute("dir")).toBe("rtl");
  expect(await frame.evaluate((root) => getComputedStyle(root.ownerDocument.body).backgroundColor)).toBe(
    "rgb(26, 21, 18)",
  );
  await reads(translated.translations?.ar?.title);

  await page.keyboard.press("Control+Enter");
  expect(await review(page).locator("ins").allTextContents()).toEqual([
    expect.stringContaining("نعود قريبًا"),
  ]);
  await page.keyboard.press("Control+Enter");
  await saysPublished(page, `Revision ${revision + 1} is published.`);
  await reads("نعود قريبًا");
  await button(page, "Undo").click();
  await says(page, `Revision ${revision + 2} is published. It brings back what revision ${revision} said`);
  await reads(translated.translations?.ar?.title);
  expect(await page.evaluate(() => history.length)).toBe(depth);
  expect(visitor.unexpected()).toEqual([]);
});

it("the history is the library of texts: compared, started from, rolled back to", async () => {
  const number = await publishElsewhere(editor(), { title: "An old text" }, "olga");
  const { page, revision: other } = await begin({ title: "A new text" });
  await choose(page, "History");
  const sheet = page.getByRole("dialog", { name: "History" });
  await says(page, /olga changed the title/);
  await says(page, /just now, \w+ \d+, 20\d\d, \d+:\d\d [AP]M/);
  const entry = sheet.locator("summary").filter({ hasText: "olga" }).first();
  await entry.click();
  await sheet.getByLabel(`Compare revision ${number} with`).selectOption(String(other));
  await expect.poll(() => sheet.locator("dd").first().innerText()).toMatch(/An?\s.*old.*new.*text/s);
  await says(page, `The page as it was in revision ${number}`);
  await expect.poll(() => sheet.frameLocator("iframe.shown").locator("h1").textContent()).toBe("An old text");
  await button(page, "Start from this one").click();
  expect(await field(page, "Title").inputValue()).toBe("An old text");
  await says(page, "Not published");

  await choose(page, "History");
  await entry.click();
  await button(page, "Roll back to this one").click();
  await page
    .getByRole("dialog", { name: `What rolling back to revision ${number} changes for visitors` })
    .getByRole("button", { name: "Roll back" })
    .click();
  await saysPublished(
    page,
    `Revision ${other + 1} is published. It brings back what revision ${number} said`,
  );
  await choose(page, "History");
  await expect
    .poll(() => sheet.locator("summary").first().innerText())
    .toMatch(new RegExp(`changed the title\\s+the same as ${number}\\s`));
});
