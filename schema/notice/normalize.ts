/** How deep the texts of a notice are: in a field, or in a field of a translation. */
const levels = 3;

/**
 * A value with the texts of a notice in Unicode NFC.
 * @see https://www.unicode.org/reports/tr15/
 */
export function normalizeTexts(value: unknown, depth: number = levels): unknown {
  if (typeof value === "string") return value.normalize("NFC");
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (depth === 0 || !isObject) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, normalizeTexts(part, depth - 1)]),
  );
}
