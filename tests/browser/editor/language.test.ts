import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { arabic } from "../../../web/editor/texts/arabic.ts";
import { english } from "../../../web/editor/texts/english.ts";
import { german } from "../../../web/editor/texts/german.ts";
import { editorLanguages } from "../../../web/editor/texts.ts";
import { openEditor, publishElsewhere } from "../../support/browser/editor-page.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor();

/** The page's language and direction, and whether browsers may translate it, which would break it. */
const ofPage = (page: Page) =>
  page.evaluate(() => {
    const { lang, dir, translate } = document.documentElement;
    return [lang, dir, translate];
  });

it("The editor speaks the browser's or the chosen language, is right to left in Arabic, and keeps typed text", async () => {
  const translations = { de: { title: "Wir ziehen um" }, fr: { title: "Nous déménageons" } };
  await publishElsewhere(editor(), { title: "We are moving", language: "en", translations });
  const austrian = { locale: "de-AT", viewport: { width: 1366, height: 768 } };
  const opened = await openEditor(await editor().makeLink(), austrian);
  const { page, button, field, openMenu, previews } = opened;
  await button(german.session.useLink).waitFor();
  expect(await ofPage(page)).toEqual(["de", "ltr", false]);
  await page.getByLabel(german.language).selectOption(editorLanguages.ar);
  await button(arabic.session.useLink).waitFor();
  expect(await ofPage(page)).toEqual(["ar", "rtl", false]);

  // A sentence of the service is marked as English.
  const detail = "There is no room for another session beside `anna`.";
  await page.route("**/api/session", (route) =>
    route.fulfill({ status: 500, contentType: "application/problem+json", json: { detail } }),
  );
  await button(arabic.session.useLink).click();
  const marked = page.getByRole("alert").locator("[lang=en]");
  await expect.poll(() => marked.innerText()).toBe(detail.replaceAll("`", ""));
  expect(await marked.evaluate((part) => getComputedStyle(part).direction)).toBe("ltr");
  expect(await marked.locator("code").getAttribute("dir")).toBe("ltr");
  await page.unrouteAll();

  // The link still works.
  await button(arabic.session.useLink).click();
  const title = field(String(arabic.name.title));
  await title.waitFor();
  const own = page.getByRole("tab", { name: /^الإنجليزية/ });
  const beside = page.getByRole("tab", { selected: true });
  const box = await own.boundingBox();
  await own.focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => beside.textContent()).toBe("الألمانية");
  const original = page.locator("q").first();
  expect(await original.evaluate((quote) => getComputedStyle(quote).quotes)).toBe('"«" "»"');
  expect((await beside.boundingBox())?.x).toBeLessThan(box?.x ?? 0);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => beside.textContent()).toMatch(/^الإنجليزية/);
  await button("حاسوب").click();
  await previews("We are moving");
  const sides = (selector: string) =>
    page.locator(selector).evaluate((part) => {
      const { left, right } = part.getBoundingClientRect();
      return [Math.round(left), Math.round(right)];
    });
  expect(await sides("iframe.shown")).toEqual(await sides(".screen-space > div"));

  // Typed text stays when the language changes, and the choice is kept.
  await title.fill("We are moving today");
  await page.getByText(arabic.drafts.unsaved).waitFor();
  await openMenu();
  await page.getByLabel(arabic.language).selectOption(editorLanguages.en);
  await page.getByText(english.drafts.unsaved).waitFor();
  expect(await ofPage(page)).toEqual(["en", "ltr", false]);
  expect(await opened.title.inputValue()).toBe("We are moving today");
  await page.reload();
  await page.getByText(english.drafts.unsaved).waitFor();
  expect(opened.unexpected()).toEqual([]);

  // If a language cannot be loaded, the editor speaks English.
  await page.route("**/german-*.js", (route) => route.abort());
  const asked = page.waitForRequest("**/german-*.js");
  await openMenu();
  await page.getByLabel(english.language).selectOption(editorLanguages.de);
  await asked;
  await page.getByText(english.drafts.unsaved).waitFor();
  expect(await ofPage(page)).toEqual(["en", "ltr", false]);
});
