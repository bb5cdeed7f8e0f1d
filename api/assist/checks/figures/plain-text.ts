import type { LanguageTag } from "../../../../schema/languages/tags.ts";
import { withoutAddresses } from "../../addresses.ts";
import { withAsciiDigits } from "./digits.ts";

/**
 * A text as figures and names are looked for in it: without addresses, invisible characters and the vowel signs of
 * Arabic, with digits of 0 to 9, in small letters.
 */
export function plainText(text: string, language: LanguageTag | undefined): string {
  return inSmallLetters(withAsciiDigits(withoutAddresses(text)), language);
}

/** The same for a word that is looked for. */
export function inSmallLetters(text: string, language: LanguageTag | undefined): string {
  return text
    .normalize("NFC")
    .replace(/[\p{DI}\u064b-\u0652]/gu, "")
    .replace(/：/g, ":")
    .toLocaleLowerCase(language)
    .normalize("NFC");
}

/** A word as a pattern that any space in it may stand for. */
export function quote(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s?");
}
