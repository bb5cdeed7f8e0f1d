import { withAsciiDigits } from "./digits.ts";

/** Digits with separators between them, a space only before three of them; or a clock time such as 21 h 30 or 9 p.m. */
const written = /\d+(?:[.,:٫٬'’]\d+| \d{3}(?!\d)| ?h ?\d\d(?!\d))*(?: ?[ap]\.? ?m\b)?/gi;

/** The numbers and written times in a text: each in a form that is the same in every language, and as it stands there. */
export function findNumbers(text: string): Map<string, string> {
  const found = withAsciiDigits(text.normalize("NFKC")).match(written) ?? [];
  return new Map(
    found.flatMap((one) =>
      formsOf(one).map((form, _, { length }) => [form, length > 1 ? form : one] as const),
    ),
  );
}

/** One number: 1,000 or 1.000, 2.5 or 2,5, 21:30 or 9:30 pm, 21 or 21:00; or those of a date in figures. */
function formsOf(found: string): string[] {
  const [first = "", ...more] = found.match(/\d+/g) ?? [];
  const last = more.pop() ?? "";
  if (!more.every(isGroup)) return [first, ...more, last].map(withoutZeros);
  const half = /p\W*m$/i.test(found) ? 12 : 0;
  const whole = /m$/i.test(found)
    ? String((Number(first) % 12) + half)
    : withoutZeros([first, ...more].join(""));
  if (last === "" || isGroup(last)) return [withoutZeros(whole + last)];
  if (more.length > 0 || !/^[0-5]\d$/.test(last) || Number(first) > 24) return [`${whole}.${last}`];
  return [last === "00" ? whole : `${whole}:${last}`];
}

const isGroup = (digits: string): boolean => digits.length === 3;
const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, "");
