/** How deep the texts of a notice are: in a field, or in a field of a translation. */
const levels = 3;

/**
 * A text in Unicode NFC with LF at the end of lines. A shell's `$(cat FILE)` removes the last LF, and leaves the CR of
 * a CR LF.
 * @see https://www.unicode.org/reports/tr15/
 */
export function normalizeText(text: string): string {
  return text.normalize("NFC").replace(/\r\n|\r$/g, "\n");
}

/** A value with the texts of a notice normalised. */
export function normalizeTexts(value: unknown, depth: number = levels): unknown {
  if (typeof value === "string") return normalizeText(value);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (depth === 0 || !isObject) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, normalizeTexts(part, depth - 1)]),
  );
}
