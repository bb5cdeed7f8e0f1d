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
