/** How deep the texts of a notice are: in a field, or in a field of a translation. */
const levels = 3;

/**
 * The text of a field in Unicode NFC with LF at the end of lines. Other separators of lines, which word processors
 * leave, become LF, or a blank in a field of one line. A shell's `$(cat FILE)` removes the last LF, and leaves the CR of
 * a CR LF.
 * @see https://www.unicode.org/reports/tr15/
 */
export function normalizeText(text: string, field: string): string {
  const separator = field === "title" || field === "expectedReturn" ? " " : "\n";
  return text
    .normalize("NFC")
    .replace(/[\v\u0085\u2028\u2029]/g, separator)
    .replace(/\r\n|\r$/g, "\n");
}

/** A value with the texts of a notice normalised. */
export function normalizeTexts(value: unknown, field = "", depth: number = levels): unknown {
  if (typeof value === "string") return normalizeText(value, field);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (depth === 0 || !isObject) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, normalizeTexts(part, name, depth - 1)]),
  );
}
