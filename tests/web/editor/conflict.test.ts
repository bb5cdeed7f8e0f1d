import { describe, expect, it } from "vitest";
import type { Notice } from "../../../schema/notice/notice.ts";
import { compareThree, mergeNotices } from "../../../web/editor/conflict.tsx";

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

describe("The comparison of two people's changes", () => {
  const disputes = compareThree(base, mine, theirs);

  it("lists each changed part, and chooses a side if only one person changed it", () => {
    expect(disputes.map(({ name, side }) => [name, side])).toEqual([
      ["title", undefined],
      ["message", undefined],
      ["contactEmail", "theirs"],
      ["translations.de", "theirs"],
    ]);
    expect(compareThree(base, mine, mine).map(({ side }) => side)).toEqual(["mine", "mine"]);
    expect(compareThree(base, base, base)).toEqual([]);
  });

  it("merges the chosen sides, and otherwise the side that changed the part", () => {
    expect(mergeNotices(theirs, disputes, { title: "theirs", message: "mine" })).toEqual({
      ...theirs,
      message: "My message.",
    });
    const sides = { title: "mine", message: "theirs", "translations.de": "mine" } as const;
    expect(mergeNotices(theirs, disputes, sides)).toEqual({
      ...theirs,
      title: "Mine",
      translations: base.translations,
    });
  });

  it("can remove a translation that the other person changed", () => {
    const { translations: _, ...without } = base;
    const found = compareThree(base, without, theirs);
    expect(found.find(({ name }) => name === "translations.de")?.side).toBeUndefined();
    expect(mergeNotices(theirs, found, { "translations.de": "mine" })).not.toHaveProperty("translations");
  });
});
