import { resolve } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { languageTags } from "../../../../schema/languages/tags.ts";
import { type Text, textNames } from "../../../../schema/notice/texts.ts";
import { printable } from "../../../../schema/text/printable.ts";
import { choose, type EditorPage, enter, openEditor } from "../../../support/browser/editor-page.ts";
import { canary } from "../../../support/browser/hostile-look.ts";
import { editHere } from "../../../support/service/editor-here.ts";
import { hostileTexts, isTaken, joinTexts } from "../../../support/texts/hostile-texts.ts";

/** The texts of one page, by the field that takes them: those of the notice itself, or of one of its translations. */
type Texts = Record<Text, string>;

const takenBy = (field: Parameters<typeof isTaken>[0]) => hostileTexts.filter((text) => isTaken(field, text));
/** Those that no field takes; a field for one line makes its breaks spaces. */
const refused = hostileTexts.filter((text) => !textNames.some((field) => isTaken(field, text)));
const joined = Object.fromEntries(
  textNames.map((field) => [field, joinTexts(field, hostileTexts)]),
) as Record<Text, string[]>;
const contacts = takenBy("contactEmail");

/** Pages that hold all the strings, each in every field of a text that takes it. */
const pages = Array.from(
  { length: Math.max(...textNames.map((field) => joined[field].length)) },
  (_, at) =>
    Object.fromEntries(textNames.map((field) => [field, joined[field][at] ?? `${field} ${at}`])) as Texts,
);
/** So many pages has each revision, so that there are as many revisions as there are contacts. */
const perRevision = Math.ceil(pages.length / contacts.length);
/** The notice itself and its translations, in which they are. */
const tabs = ["own", ...languageTags.filter((tag) => tag !== "en").slice(0, perRevision - 1)];

/**
 * In the page: goes to a tab, and puts texts into the fields at places in the document, as a person does who pastes them;
 * gives what is in these then.
 */
async function paste({ tab, texts }: { tab: string; texts: Record<string, string> }): Promise<object> {
  const isDrawn = () => new Promise((resolve) => setTimeout(resolve));
  const fieldAt = (pointer: string) =>
    document.querySelector<HTMLTextAreaElement>(`[data-pointer="${pointer}"]`) as HTMLTextAreaElement;
  document.getElementById(`words-tab-${tab}`)?.click();
  await isDrawn();
  for (const [pointer, text] of Object.entries(texts)) {
    fieldAt(pointer).select();
    document.execCommand("insertText", false, text);
  }
  await isDrawn();
  return Object.fromEntries(Object.keys(texts).map((pointer) => [pointer, fieldAt(pointer).value]));
}

/** In the page: pastes what fields refuse, and counts what is said of it and the elements in that. */
async function pasteRefused(texts: string[]): Promise<{ faults: number; elements: number }> {
  const said = { faults: 0, elements: 0 };
  for (const text of texts) {
    const fields = { "#/title": text, "#/contactEmail": text };
    await Reflect.get(globalThis, "paste")({ tab: "own", texts: fields });
    const faults = [...document.querySelectorAll(".fault")].filter(({ textContent }) => textContent);
    said.faults += faults.length;
    said.elements += faults.reduce((sum, fault) => sum + fault.childElementCount, 0);
  }
  return said;
}

/** What the preview shows, and how many payloads have run there. */
function shownIn(page: Page): Promise<object> {
  return page
    .frameLocator("iframe.shown")
    .locator("html")
    .evaluate((root) => {
      const text = (selector: string) => root.querySelector(selector)?.textContent;
      const [title, message, expectedReturn] = [text("h1"), text(".message"), text(".expected-return .time")];
      return { title, message, expectedReturn, contact: text(".help a"), pwned: Object(globalThis).__pwned };
    })
    .catch(() => ({}));
}

/** What differences say that there is now, without their headings and the words for screen readers. */
function newWords(differences: Element[]): string[] {
  return differences.map((difference) => {
    const copy = difference.cloneNode(true) as Element;
    for (const part of copy.querySelectorAll("del, h4, .unseen")) part.remove();
    return copy.textContent ?? "";
  });
}

interface Written {
  page: Page;
  tab: string;
  texts: Texts;
  contact: string;
}

/** Puts texts into the fields of a tab, and expects the form and the preview to show just these. */
async function write({ page, tab, texts, contact }: Written): Promise<void> {
  const place = tab === "own" ? "#" : `#/translations/${tab}`;
  const fields = Object.fromEntries(textNames.map((field) => [`${place}/${field}`, texts[field]]));
  const typed = tab === "own" ? { ...fields, "#/contactEmail": contact } : fields;
  expect(await page.evaluate(paste, { tab, texts: typed })).toEqual(typed);
  const expected = { ...texts, contact, pwned: 0 };
  await expect.poll(() => shownIn(page)).toEqual(expected);
}

/** Publishes what was typed; gives what the difference says before that there will be. */
async function publish({ page }: EditorPage, number: number): Promise<string[]> {
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: /^Publish/ }).waitFor();
  // The last texts are too few for every language: the others stay as they are.
  const keep = page.getByRole("radio", { name: "Keep as written" });
  if ((await keep.count()) > 0) await keep.check({ force: true });
  const differences = await page.locator("dialog dd").evaluateAll(newWords);
  await page.keyboard.press("Control+Enter");
  await page.locator(".done", { hasText: `Revision ${number} is published.` }).waitFor();
  // Nothing can be pasted below it.
  await page.getByRole("dialog").waitFor({ state: "detached" });
  return differences;
}

it("every naughty string is text in each field that takes it: in form, preview, difference and history", async () => {
  const editor = await editHere({ folder: resolve("dist/editor") });
  const opened = await openEditor(await editor.makeLink());
  const { page, context, unexpected } = opened;
  await context.addInitScript(`${canary}; globalThis.paste = ${paste}`);
  await page.reload();
  await enter(opened);
  const origins = new Set<string>();
  context.on("request", (request) => origins.add(new URL(request.url()).origin));
  const openMore = async () => {
    for (const tab of await page.locator("#words-tab-own").all()) await tab.click();
    await page.locator(".more").evaluate((more) => more.setAttribute("open", ""));
  };
  await openMore();

  const said: string[] = [];
  for (const [index, contact] of contacts.entries()) {
    const first = index * perRevision;
    for (const [at, texts] of pages.slice(first, first + perRevision).entries()) {
      const tab = tabs[at] ?? "";
      // Languages are added with the first revision.
      if (index === 0 && at > 0) {
        await openMore();
        await page.getByLabel("Add a language").selectOption(tab);
      }
      await write({ page, tab, texts, contact });
    }
    said.push(...(await publish(opened, index + 2)));
  }
  const all = [...pages.flatMap((texts) => Object.values(texts)), ...contacts].map(printable);
  expect(all.filter((text) => !said.includes(text))).toEqual([]);

  await choose(page, "History");
  const entries = page.locator(".history summary");
  await expect.poll(() => entries.count()).toBe(contacts.length + 1);
  await entries.evaluateAll((all) => all.forEach((entry) => void (entry as HTMLElement).click()));
  await expect.poll(() => page.locator(".history dl").count()).toBe(contacts.length + 1);
  const kept = await page.locator("dd").evaluateAll(newWords);
  expect(all.filter((text) => !kept.includes(text))).toEqual([]);
  await page.keyboard.press("Escape");

  const { faults, elements } = await page.evaluate(pasteRefused, refused);
  expect(faults).toBeGreaterThan(refused.length);
  expect(elements).toBe(0);
  expect(await page.evaluate(() => Reflect.get(globalThis, "__pwned"))).toBe(0);
  expect([...origins]).toEqual([editor.url]);
  expect(unexpected()).toEqual([]);
});
