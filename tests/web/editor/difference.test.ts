import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { printable } from "../../../schema/text/text.ts";
import { partsOf, wordDifference } from "../../../web/editor/difference.tsx";
import { hostileTexts } from "../../support/texts/hostile-texts.ts";

const inWords = (before: string, after: string, language?: string): string =>
  wordDifference(before, after, language)
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `[+${text}+]` })[kind])
    .join("");

describe("the words that differ", () => {
  it.each([
    ["a word", "Back at nine.", "Back at ten.", "en", "Back at [-nine-][+ten+]."],
    [
      "words with a space between them",
      "We are back soon",
      "They were back soon",
      "en",
      "[-We are-][+They were+] back soon",
    ],
    ["a sentence that comes", "", "Hello there.", "en", "[+Hello there.+]"],
    [
      "Japanese, which has no spaces",
      "九時に戻ります。",
      "十時に戻ります。",
      "ja",
      "[-九時-][+十時+]に戻ります。",
    ],
    ["what cannot be seen", "a b", "a\u202e b", "", "a[+\\u202e+] b"],
    [
      "three of five words",
      "We are back at nine.",
      "You were back at ten.",
      "en",
      "[-We are back at nine.-][+You were back at ten.+]",
    ],
    [
      "more than half of the words, of which the same ones are chance",
      "We are moving our shop to the new house.",
      "The warehouse is on fire and we open to you again soon.",
      "en",
      "[-We are moving our shop to the new house.-][+The warehouse is on fire and we open to you again soon.+]",
    ],
    [
      "much that comes, and nothing that goes",
      "Back soon",
      "Back soon, says the whole crew",
      "en",
      "Back soon[+, says the whole crew+]",
    ],
    ["nothing", "same", "same", "", "same"],
    ["a language that nobody said", "one two", "one three", undefined, "one [-two-][+three+]"],
  ])("%s", (_name, before, after, language, words) => {
    expect(inWords(before, after, language)).toBe(words);
  });

  it("give both texts back whole, whatever they are", () => {
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

  it("are found in time in the longest texts", () => {
    const [one, other] = ["一二三四五", "六七八九十"].map((words) => words.repeat(400)) as [string, string];
    expect(wordDifference(one, other, "zh")).toEqual([
      { kind: "removed", text: one },
      { kind: "added", text: other },
    ]);
  });

  it("of a time are all of it, by the clocks by which it was typed and those here", () => {
    vi.stubGlobal("navigator", { languages: ["en-GB"] });
    const [before, after] = ["2126-11-29T14:00:00+01:00", "2126-11-29T15:00:00+01:00"];
    expect(partsOf("expectedReturn", before, after, "en")).toEqual([
      { kind: "removed", text: expect.stringMatching(/14:00 UTC\+1 \(Fri 13:00 UTC\)$/) },
      { kind: "added", text: expect.stringMatching(/15:00 UTC\+1 \(Fri 14:00 UTC\)$/) },
    ]);
    vi.unstubAllGlobals();
  });
});
