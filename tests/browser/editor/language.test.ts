import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { arabic } from "../../../web/editor/texts/arabic.ts";
import { editorLanguages } from "../../../web/editor/texts/chosen-language.ts";
import { english } from "../../../web/editor/texts/english.ts";
import { german } from "../../../web/editor/texts/german.ts";
import { type EditorPage, openEditor } from "../../support/browser/editor-page.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor();

const open = (locale: string): Promise<EditorPage> => openEditor(editor().makeLink(), { locale });

/** The language and direction that the page says it is in. */
const ofPage = (page: Page) =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

it("the editor speaks the browser's language, or another that is chosen, and what was typed stays", async () => {
  const { page, unexpected } = await open("de-AT");
  await button(page, german.session.useLink).waitFor();
  expect(await ofPage(page)).toEqual(["de", "ltr"]);
  // The link has not been used, and is used in the other language.
  await page.getByLabel(german.language).selectOption(editorLanguages.ar);
  await button(page, arabic.session.useLink).click();
  expect(await ofPage(page)).toEqual(["ar", "rtl"]);
  await page.getByLabel(String(arabic.name.title), { exact: true }).fill("We are moving");
  await page.getByText(arabic.drafts.unsaved).waitFor();
  await page.getByLabel(arabic.language).selectOption(editorLanguages.en);
  await page.getByText(english.drafts.unsaved).waitFor();
  expect(await ofPage(page)).toEqual(["en", "ltr"]);
  expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe("We are moving");
  await page.reload();
  await page.getByText(english.drafts.unsaved).waitFor();
  expect(unexpected()).toEqual([]);
});

it("a sentence of the service's is English, and is marked so", async () => {
  const { page } = await open("ar");
  const detail = "There is no room for another session: run `notice editor` again.";
  await page.route("**/api/session", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          status: 500,
          contentType: "application/problem+json",
          body: JSON.stringify({ detail }),
        })
      : route.continue(),
  );
  await button(page, arabic.session.useLink).click();
  const marked = page.getByRole("alert").locator("[lang=en]");
  await expect.poll(() => marked.innerText()).toBe(detail.replaceAll("`", ""));
  expect(
    await marked.evaluate((part) => [getComputedStyle(part).direction, part.querySelector("code")?.dir]),
  ).toEqual(["ltr", "ltr"]);
});

it("where a language cannot be loaded, the editor speaks English", async () => {
  const { page } = await open("fr");
  await button(page, english.session.useLink).waitFor();
  await page.route("**/german-*.js", (route) => route.abort());
  const asked = page.waitForRequest("**/german-*.js");
  await page.getByLabel(english.language).selectOption(editorLanguages.de);
  await asked;
  await button(page, english.session.useLink).waitFor();
  expect(await ofPage(page)).toEqual(["en", "ltr"]);
});
