import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Notice } from "../../../schema/notice/notice.ts";
import { printable } from "../../../schema/text/text.ts";
import { compareThree, mergeNotices } from "../../../web/editor/conflict.tsx";
import { partsOf, wordDifference } from "../../../web/editor/difference.tsx";
import { hostileTexts } from "../../support/texts/hostile-texts.ts";
import { noticeWith } from "../../support/texts/notices.ts";

const [we, you] = ["We go at nine.", "You came at ten."];

describe("The review of a changed text", () => {
  it.each([
    ["a word", "Back at nine.", "Back at ten.", "en", "Back at [-nine-][+ten+]."],
    ["adjacent words", "We are back soon", "They were back soon", "en", "[-We are-][+They were+] back soon"],
    ["Japanese words", "九時に戻ります。", "十時に戻ります。", "ja", "[-九時-][+十時+]に戻ります。"],
    ["invisible characters", "a b", "a\u202e b", "", "a[+\\u202e+] b"],
    ["most of the words", we, you, "en", `[-${we}-][+${you}+]`],
    ["an addition", "Back soon", "Back soon, says the crew", "en", "Back soon[+, says the crew+]"],
    ["nothing", "same", "same", undefined, "same"],
  ])("marks %s", (_name, before, after, language, words) => {
    const marked = wordDifference(before, after, language).map(
      ({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `[+${text}+]` })[kind],
    );
    expect(marked.join("")).toBe(words);
  });

  it("contains both texts completely, for any texts", () => {
    const text = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: "grapheme" }));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = wordDifference(before, after);
        const without = (kind: string) =>
          parts.flatMap((part) => (part.kind === kind ? [] : part.text)).join("");
        expect([without("added"), without("removed")]).toEqual([printable(before), printable(after)]);
      }),
    );
  });

  it("marks the longest texts as replaced", () => {
    const [one, other] = ["一二三四五", "六七八九十"].map((words) => words.repeat(400)) as [string, string];
    expect(wordDifference(one, other, "zh")).toEqual([
      { kind: "removed", text: one },
      { kind: "added", text: other },
    ]);
  });

  it("marks a changed time as a whole, with the typed and the browser's zone", () => {
    vi.stubGlobal("navigator", { languages: ["en-GB"] });
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(partsOf("expectedReturn", "2126-11-29T14:00:00+01:00", "2126-11-29T15:00:00+01:00", "en")).toEqual(
      [
        { kind: "removed", text: expect.stringMatching(/14:00 UTC\+1 \(Fri 13:00 UTC\)$/) },
        { kind: "added", text: expect.stringMatching(/15:00 UTC\+1 \(Fri 14:00 UTC\)$/) },
      ],
    );
  });
});

describe("The comparison of two people's changes", () => {
  const translations = { de: { title: "Wir ziehen um", message: "Zurück um neun." } };
  const base = noticeWith({ title: "We are moving", message: "Back at nine.", translations });
  const mine = { ...base, title: "Mine", message: "My message." };
  const { message: _, ...theirs }: Notice = {
    ...base,
    title: "Theirs",
    contactEmail: "a@b.example",
    translations: { de: { title: "Ihrer" } },
  };
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
    const merged = mergeNotices(theirs, disputes, { title: "theirs", message: "mine" });
    expect(merged).toEqual({ ...theirs, message: "My message." });
    const sides = { title: "mine", message: "theirs", "translations.de": "mine" } as const;
    expect(mergeNotices(theirs, disputes, sides)).toEqual({ ...theirs, title: "Mine", translations });
  });

  it("can remove a translation that the other person changed", () => {
    const { translations: _, ...without } = base;
    const found = compareThree(base, without, theirs);
    expect(found.find(({ name }) => name === "translations.de")?.side).toBeUndefined();
    expect(mergeNotices(theirs, found, { "translations.de": "mine" })).not.toHaveProperty("translations");
  });
});
