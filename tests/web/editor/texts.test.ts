import { expect, it } from "vitest";
import { arabic } from "../../../web/editor/texts/arabic.ts";
import { english } from "../../../web/editor/texts/english.ts";
import { german } from "../../../web/editor/texts/german.ts";
import { editorLanguages } from "../../../web/editor/texts.ts";

/** Each plain text with its path. The visitors' page has tests of its own texts. */
function textsIn(value: unknown, path = ""): [path: string, text: unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value)
    .filter(([name]) => !(path === "" && name === "locale"))
    .flatMap(([name, part]) => textsIn(part, `${path}/${name}`));
}

const inEnglish = new Map(textsIn(english));
const code = (text: unknown): string[] => (String(text).match(/`[^`]+`/g) ?? []).toSorted();

// The compiler sees that no text is missing.
it.each(Object.entries({ de: german, ar: arabic }))(
  "the editor's texts in %s are empty or name commands only where the English ones do",
  (tag, texts) => {
    for (const [path, text] of textsIn(texts)) {
      if (typeof text !== "string") continue;
      const original = inEnglish.get(path);
      expect([path, text === "", code(text)]).toEqual([path, original === "", code(original)]);
    }
    expect(texts.locale.tag).toBe(tag);
    expect(Object.keys(editorLanguages)).toContain(tag);
  },
);
