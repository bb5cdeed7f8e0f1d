import { describe, expect, it } from "vitest";
import type { Notice } from "../../../schema/notice/notice.ts";
import { compareThree, keepMine, mergeNotices } from "../../../web/editor/conflict/three-way.ts";

const base: Notice = {
  isEnabled: true,
  title: "We are moving",
  message: "Back at nine.",
  contactEmail: "support@example.com",
  translations: { de: { title: "Wir ziehen um", message: "Zurück um neun." } },
};
const mine: Notice = { ...base, title: "Mine", message: "My message." };
const { message: _, ...theirs }: Notice = {
  ...base,
  title: "Theirs",
  contactEmail: "a@b.example",
  translations: { de: { title: "Ihrer" } },
};

describe("two who changed one notice", () => {
  const disputes = compareThree(base, mine, theirs);

  it("are compared part by part, and what only one has changed is not open", () => {
    expect(disputes.map(({ name, isOpen }) => [name, isOpen])).toEqual([
      ["title", true],
      ["message", true],
      ["contactEmail", false],
      ["translations.de", false],
    ]);
  });

  it("are merged as it was chosen, and where nothing was, by who changed it alone", () => {
    expect(mergeNotices(theirs, disputes, { title: "theirs", message: "mine" })).toEqual({
      ...theirs,
      message: "My message.",
    });
    expect(
      mergeNotices(theirs, disputes, { title: "mine", message: "theirs", "translations.de": "mine" }),
    ).toEqual({
      ...theirs,
      title: "Mine",
      translations: base.translations,
    });
  });

  it("keep what only the other has changed, even where all of mine is kept, unless it was chosen otherwise", () => {
    const { de } = base.translations ?? {};
    const fr = { title: "Le leur", message: "Le leur." };
    const es = { title: "El suyo", message: "El suyo." };
    const before = { ...base, translations: { ...base.translations, es } };
    const added = { ...theirs, translations: { ...base.translations, fr, es } };
    const without: Notice = { ...mine, translations: { ...base.translations } };
    const found = compareThree(before, without, added);
    expect(keepMine(added, found, { title: "theirs" })).toEqual({
      ...mine,
      contactEmail: "a@b.example",
      translations: { de, fr },
    });
    expect(keepMine(added, found, { contactEmail: "mine" })).toEqual({ ...mine, translations: { de, fr } });
  });

  it("who did the same have nothing open", () => {
    expect(compareThree(base, mine, mine).map(({ isOpen }) => isOpen)).toEqual([false, false]);
    expect(compareThree(base, base, base)).toEqual([]);
  });

  it("may remove what the other has changed", () => {
    const { translations: _, ...without } = base;
    const found = compareThree(base, without, theirs);
    expect(found.find(({ name }) => name === "translations.de")?.isOpen).toBe(true);
    expect(mergeNotices(theirs, found, { "translations.de": "mine" })).not.toHaveProperty("translations");
  });
});
