/** Every character that `characters` finds, written as JSON's `\uXXXX`, twice for one beyond the BMP. */
export function escapeUnits(text: string, characters: RegExp): string {
  const asEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return text.replace(characters, (found) => found.split("").map(asEscape).join(""));
}

// Controls other than the line feed, lone surrogates, line separators, and whatever is invisible or reorders a line,
// the joiners and variants aside that emoji and many scripts are written with.
const unsafe = /(?!\n|\u200c|\u200d|[\ufe00-\ufe0f])[\p{Cc}\p{Cs}\p{DI}\u2028\u2029\ufff9-\ufffb]/gu;

/** The text with every character that could drive a terminal or hide in it escaped; JSON stays the same JSON. */
export function printable(text: string): string {
  return escapeUnits(text, unsafe);
}
