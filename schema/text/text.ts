import { lines } from "./patterns.ts";

/** The first forbidden character of a text: half a character, or a control character, which includes the line break unless `hasLines`. */
export function badCharacterIn(text: string, hasLines: boolean): string | undefined {
  return [...text].find((character) => /\p{Cc}|\p{Cs}/u.test(character) && !(hasLines && character === "\n"));
}

/** Whether a text without forbidden characters shows anything. */
export function isVisible(text: string): boolean {
  return new RegExp(lines).test(text);
}

/** A forbidden character in words. */
export function describeBad(character: string): string {
  const code = codePointOf(character);
  return /\p{Cs}/u.test(character)
    ? `half a character (lone surrogate ${code})`
    : `the control character ${code}`;
}

/** A character by its number in Unicode, such as `U+0007`. */
export function codePointOf(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Escapes every match of `characters` as JSON's `\uXXXX`, twice for a character beyond the BMP. */
export function escapeUnits(text: string, characters: RegExp): string {
  const asEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return text.replace(characters, (found) => found.split("").map(asEscape).join(""));
}

// Controls other than the line feed, lone surrogates, line separators, and anything that is invisible or reorders a
// line, except for the joiners and variation selectors that emoji and many scripts need.
const unsafe = /(?!\n|\u200c|\u200d|[\ufe00-\ufe0f])[\p{Cc}\p{Cs}\p{DI}\u2028\u2029\ufff9-\ufffb]/gu;

/** Escapes every character that could control a terminal or hide in it; JSON stays the same JSON. */
export function printable(text: string): string {
  return escapeUnits(text, unsafe);
}

/** The text cut to at most `maxCharacters` code points, the last of which is then an ellipsis. */
export function shorten(text: string, maxCharacters: number): string {
  const characters = [...text];
  if (characters.length <= maxCharacters) return text;
  return `${characters.slice(0, maxCharacters - 1).join("")}…`;
}

/** A value as ASCII JSON, cut short, so that it is safe in a terminal and in a log. */
export function showValue(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return shorten(escapeUnits(String(JSON.stringify(value)), /[^ -~]/g), 80);
}

/** The number of characters (code points) in a text. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}

/** A text with the first occurrence of each word replaced, in their order. */
export function replaceWords(text: string, words: Readonly<Record<string, string>> = {}): string {
  return Object.entries(words).reduce((said, [word, other]) => said.replace(word, other), text);
}
