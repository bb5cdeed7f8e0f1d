// Controls other than the line feed, lone surrogates, and the invisible characters that reorder a line.
const unsafe =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Cs}/gu;

/** The text with every character that could drive a terminal written as `\uXXXX`, as JSON would. */
export function printable(text: string): string {
  return text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
