import { siblings } from "../../../schema/languages/siblings.ts";
import { shorten } from "../../../schema/text/shorten.ts";
import { withoutAddresses } from "../addresses.ts";
import type { Languages } from "../proposal.ts";

/** From so many words, and letters in them, on, a text is not the same in two languages by chance. */
const minWords = 2;
const minLetters = 12;
/** A sentence within a text may be a quotation or a name if it is shorter. */
const minSentenceWords = 4;

/** What came back unchanged, as the end of a sentence; undefined if nothing did. */
export function unchangedFault(given: string, proposed: string, { from, to }: Languages): string | undefined {
  // Either Portuguese may well be the same in the other.
  if (from !== undefined && to !== undefined && (from === to || siblings[from]?.tag === to)) return undefined;
  if (isLong(withoutAddresses(given), minWords) && squeezed(given) === squeezed(proposed))
    return "came back unchanged";
  const all = squeezed(withoutAddresses(proposed));
  const same = sentencesOf(withoutAddresses(given)).find(
    (one) => isLong(one, minSentenceWords) && all.includes(squeezed(one)),
  );
  return same && `came back with a sentence unchanged (${JSON.stringify(shorten(same.trim(), 60))})`;
}

function sentencesOf(text: string): string[] {
  return text.match(/[^.!?\n。！？]+/gu) ?? [];
}

function isLong(text: string, least: number): boolean {
  const words = text.match(/\p{L}[\p{L}\p{M}]+/gu) ?? [];
  const isUnspaced = words.some((word) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}]/u.test(word));
  const letters = words.join("").length;
  return isUnspaced ? letters >= 8 : words.length >= least && letters >= minLetters;
}

/** The letters and digits of a text, in small letters. */
function squeezed(text: string): string {
  return ` ${(
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{Nd}]+/gu) ?? []
  ).join(" ")} `;
}
