import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { printable } from "../../../schema/text/printable.ts";
import { enter, openEditor, patient, says } from "../../support/browser/editor-page.ts";
import { canary } from "../../support/browser/hostile-look.ts";
import { editHere } from "../../support/service/editor-here.ts";
import { hostileTexts, isTaken } from "../../support/texts/hostile-texts.ts";
import { draftWith } from "../../support/texts/notices.ts";

/** So many strings are in the fields and in the translations of one revision. */
const together = 24;
const tags = ["ar", "bg", "bn", "ca", "cs", "da", "de", "el", "es", "et", "fa"];

interface HostileDocument {
  title: string;
  message: string;
  translations?: Record<string, { title: string; message: string }>;
}

/** Notices that hold all the strings that a title takes, in titles and messages, those of translations too. */
function hostileDocuments(): { texts: string[]; documents: HostileDocument[] } {
  const texts = [
    ...new Set(hostileTexts.filter((text) => isTaken("title", text)).map((text) => text.normalize("NFC"))),
  ];
  const documents: HostileDocument[] = [];
  for (let at = 0; at < texts.length; at += together) {
    const part = texts.slice(at, at + together);
    const [title = "x", message = "y", ...rest] = part.filter((text) => text !== "Under Maintenance");
    const pairs = tags.flatMap((tag, index) => {
      const [one, other] = [rest[2 * index], rest[2 * index + 1] ?? rest[2 * index]];
      return one === undefined || other === undefined ? [] : [[tag, { title: one, message: other }] as const];
    });
    documents.push({ title, message, ...(pairs.length > 0 && { translations: Object.fromEntries(pairs) }) });
  }
  return { texts, documents };
}

/** The texts in one of them. */
function textsOf({ title, message, translations = {} }: HostileDocument): string[] {
  return [title, message, ...Object.values(translations).flatMap(({ title, message }) => [title, message])];
}

/** What differences say that there is now, without the words for screen readers. */
function newWords(differences: Element[]): string[] {
  return differences.map((difference) => {
    const copy = difference.cloneNode(true) as Element;
    for (const part of copy.querySelectorAll("del, .unseen")) part.remove();
    return copy.textContent ?? "";
  });
}

describe("every naughty string", () => {
  it("is text in form, preview, difference and history, runs nothing and asks for nothing", async () => {
    const { texts, documents } = hostileDocuments();
    expect(texts.length).toBeGreaterThan(600);
    const editor = await editHere({ folder: resolve("dist/editor") });
    const opened = await openEditor(editor.makeLink());
    const { page, context, unexpected } = opened;
    await context.addInitScript(canary);
    await page.reload();
    await enter(opened);
    const urls = new Set<string>();
    context.on("request", (request) => urls.add(new URL(request.url()).origin));

    const store = await editor.backend.open();
    for (const notice of documents) await store.append(draftWith(notice));
    await store.close();
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await says(page, `Revision ${documents.length + 1} is live`);
    const seen: string[] = [];
    await page.getByRole("button", { name: "History" }).click();
    const older = page.getByRole("button", { name: "Older ones" });
    await page.locator(".history summary").first().waitFor();
    while (await older.count()) {
      const before = await page.locator(".history summary").count();
      await older.click();
      await expect.poll(() => page.locator(".history summary").count(), patient).toBeGreaterThan(before);
    }
    for (const entry of await page.locator(".history li").all()) {
      await entry.locator("summary").click();
      await entry.getByRole("button", { name: "Start from this one" }).waitFor();
      seen.push(...(await entry.locator("dd").evaluateAll(newWords)));
    }
    const lost = documents.flatMap(textsOf).filter((text) => !seen.includes(printable(text)));
    expect(lost).toEqual([]);

    for (const { title } of documents) {
      if (await page.getByRole("dialog").count()) await page.keyboard.press("Escape");
      await page.getByLabel("Title", { exact: true }).fill(title);
      await expect
        .poll(
          () =>
            page
              .frameLocator("iframe.shown")
              .locator("h1")
              .textContent()
              .catch(() => ""),
          patient,
        )
        .toBe(title);
    }
    const frame = page.frames().at(-1);
    expect(await frame?.evaluate(() => Reflect.get(globalThis, "__pwned"))).toBe(0);
    expect(await page.evaluate(() => Reflect.get(globalThis, "__pwned"))).toBe(0);
    expect([...urls]).toEqual([editor.url]);
    expect(unexpected()).toEqual([]);
  });
});
