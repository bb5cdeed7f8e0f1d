import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { printable } from "../../../schema/text/text.ts";
import { partsOf, wordDifference } from "../../../web/editor/difference.tsx";
import { hostileTexts } from "../../support/texts/hostile-texts.ts";

const inWords = (before: string, after: string, language?: string): string =>
  wordDifference(before, after, language)
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `[+${text}+]` })[kind])
    .join("");

describe("The review of a changed text", () => {
  it.each([
    ["a word", "Back at nine.", "Back at ten.", "en", "Back at [-nine-][+ten+]."],
    ["adjacent words", "We are back soon", "They were back soon", "en", "[-We are-][+They were+] back soon"],
    [
      "Japanese, without spaces",
      "九時に戻ります。",
      "十時に戻ります。",
      "ja",
      "[-九時-][+十時+]に戻ります。",
    ],
    ["invisible characters", "a b", "a\u202e b", "", "a[+\\u202e+] b"],
    [
      "most of the words",
      "We go at nine.",
      "You came at ten.",
      "en",
      "[-We go at nine.-][+You came at ten.+]",
    ],
    ["an addition", "Back soon", "Back soon, says the crew", "en", "Back soon[+, says the crew+]"],
    ["nothing", "same", "same", undefined, "same"],
  ])("marks %s", (_name, before, after, language, words) => {
    expect(inWords(before, after, language)).toBe(words);
  });

  it("contains both texts completely, for any texts", () => {
    const text = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: "grapheme" }));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = wordDifference(before, after);
        const without = (kind: string) =>
          parts
            .filter((part) => part.kind !== kind)
            .map(({ text }) => text)
            .join("");
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
    const [before, after] = ["2126-11-29T14:00:00+01:00", "2126-11-29T15:00:00+01:00"];
    expect(partsOf("expectedReturn", before, after, "en")).toEqual([
      { kind: "removed", text: expect.stringMatching(/14:00 UTC\+1 \(Fri 13:00 UTC\)$/) },
      { kind: "added", text: expect.stringMatching(/15:00 UTC\+1 \(Fri 14:00 UTC\)$/) },
    ]);
    vi.unstubAllGlobals();
  });
});
