import { describe, expect, it } from "vitest";
import { arabic } from "../../../web/editor/texts/arabic.ts";
import { english } from "../../../web/editor/texts/english.ts";
import { german } from "../../../web/editor/texts/german.ts";
import { editorLanguages } from "../../../web/editor/texts.ts";

/** Each text with the path that leads to it; those of the visitors' page have tests of their own. */
function textsIn(value: unknown, path = ""): [path: string, text: unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value)
    .filter(([name]) => !(path === "" && name === "locale"))
    .flatMap(([name, part]) => textsIn(part, path === "" ? name : `${path}.${name}`));
}

const inEnglish = new Map(textsIn(english));

/** What is written alike. */
const sameAsInEnglish = {
  de: {
    product: "Backsoon",
    editor: "Editor",
    comma: ", ",
    "session.token": "Token",
    "invite.name": "Name",
    "invite.link": "Link",
  },
  ar: {
    product: "Backsoon",
  },
};

describe.each(Object.entries({ de: german, ar: arabic }))("the editor's texts in %s", (tag, texts) => {
  const own = new Map(textsIn(texts));

  it("are complete: each has its counterpart, of the same kind, and empty where that is", () => {
    expect([...own.keys()].toSorted()).toEqual([...inEnglish.keys()].toSorted());
    for (const [path, text] of own) {
      expect([path, typeof text]).toEqual([path, typeof inEnglish.get(path)]);
      // Of a function, how much it is told.
      const { length } = Object(text);
      if (typeof text === "function")
        expect([path, length]).toEqual([path, Object(inEnglish.get(path)).length]);
      else expect([path, text === ""]).toEqual([path, inEnglish.get(path) === ""]);
    }
  });

  it("are translated: few are the same as in English, and are the same on purpose", () => {
    const same = [...own].filter(
      ([path, text]) => typeof text === "string" && text !== "" && text === inEnglish.get(path),
    );
    expect(Object.fromEntries(same)).toEqual(sameAsInEnglish[tag as keyof typeof sameAsInEnglish]);
  });

  it("name what the English ones name, and no more of what ops type", () => {
    const code = (text: unknown): string[] => (String(text).match(/`[^`]+`/g) ?? []).toSorted();
    for (const [path, text] of own)
      if (typeof text === "string") expect([path, code(text)]).toEqual([path, code(inEnglish.get(path))]);
  });

  it("belong to the page's own language of the same tag", () => {
    expect(texts.locale.tag).toBe(tag);
    expect(Object.keys(editorLanguages)).toContain(tag);
  });
});
