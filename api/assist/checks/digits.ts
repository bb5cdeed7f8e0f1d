import type { LanguageTag } from "../../../schema/languages/tags.ts";
import { showValue } from "../../../schema/text/show-value.ts";
import { ownCharacters } from "./script.ts";

/** Digits with at most one separator between two of them, and with what is drawn on them or not seen at all. */
const number = /\p{Nd}(?:[\p{M}\p{Cf}]{0,3}[.,:：∶٫٬'’/]?[\p{M}\p{Cf}]{0,3}\p{Nd})*/gu;

/** A text with every digit as one of 0 to 9. */
export function withAsciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => String((digit.codePointAt(0) ?? 0) - zeroOf(digit)));
}

/** The number that digits of any script write. */
export function digitValue(digits: string): number {
  return Number(withAsciiDigits(digits));
}

/** What is wrong with the digits of a text, as the end of a sentence: a number in those of two scripts, or of a third one. */
export function digitFault(text: string, language: LanguageTag | undefined): string | undefined {
  const own = language === undefined ? "\\p{Nd}" : ownCharacters(language);
  // Those of full width are 0 to 9 where characters are as wide.
  const isOwn = new RegExp(`^[0-9${own}${own.includes("Hani") ? "０-９" : ""}]+$`, "u");
  for (const [found] of text.matchAll(number)) {
    const digits = found.match(/\p{Nd}/gu) ?? [];
    if (new Set(digits.map(zeroOf)).size > 1)
      return `contains the number ${showValue(found)} in the digits of two scripts: write it in those of one`;
    if (!isOwn.test(digits.join("")))
      return `contains the number ${showValue(found)} in digits that its language does not use: write it in 0 to 9`;
  }
  return undefined;
}

/** The code point of the zero of a digit's script: digits stand in tens, from zero to nine. */
function zeroOf(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let first = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return point - ((point - first) % 10);
}
