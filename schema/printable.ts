/** Every UTF-16 unit that `units` finds, written as `\uXXXX`, as JSON does. */
export function escapeUnits(text: string, units: RegExp): string {
  return text.replace(units, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

// Controls other than the line feed, lone surrogates, and the invisible characters that reorder a line.
const unsafe =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Cs}/gu;

/** The text with every character that could drive a terminal escaped; JSON stays the same JSON. */
export function printable(text: string): string {
  return escapeUnits(text, unsafe);
}
