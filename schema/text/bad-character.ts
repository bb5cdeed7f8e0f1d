import { lines } from "./patterns.ts";

/** The first forbidden character of a text: half a character, or a control character, which includes the line break unless `hasLines`. */
export function badCharacterIn(text: string, hasLines: boolean): string | undefined {
  return [...text].find((character) => /\p{Cc}|\p{Cs}/u.test(character) && !(hasLines && character === "\n"));
}

const visible = new RegExp(lines);

/** Whether a text without forbidden characters shows anything. */
export function isVisible(text: string): boolean {
  return visible.test(text);
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
