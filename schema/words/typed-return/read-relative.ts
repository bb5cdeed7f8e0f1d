import { languageTags } from "../../languages/tags.ts";
import { minuteMs } from "../../text/minute.ts";

/** What a text says that is true only today: how many days ahead a day is, or how many ms a time. */
export type Relative = { daysAhead: 0 | 1 } | { ms: number };

const formats: Intl.RelativeTimeFormat[] = [];

/** Reads "tomorrow" and "in 2 hours", as browsers write them in each of the page's languages; undefined for any other text. */
export function readRelative(text: string): Relative | undefined {
  const typed = alike(text);
  // Two hours have words of their own: "خلال ساعتين".
  const hours = Number(/\d{1,4}/.exec(typed)?.[0] ?? 0);
  if (formats.length === 0)
    formats.push(...languageTags.map((tag) => new Intl.RelativeTimeFormat(tag, { numeric: "auto" })));
  const is = (value: number, unit: "day" | "hour"): boolean =>
    formats.some((format) => alike(format.format(value, unit)) === typed);
  if (hours === 0 && is(0, "day")) return { daysAhead: 0 };
  if (hours === 0 && is(1, "day")) return { daysAhead: 1 };
  const said = (hours === 0 ? [1, 2] : [hours]).find((count) => is(count, "hour"));
  return said === undefined ? undefined : { ms: said * 60 * minuteMs };
}

/** A text without what people type otherwise: case, blanks, apostrophes, digits, and the count that Hebrew has in parentheses. */
function alike(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[०-९০-৯]/g, (digit) => String((digit.charCodeAt(0) & 15) - 6))
    .replace(/[’ʼ]/g, "'")
    .replace(/ \([12]\)$/, "")
    .replace(/\s+/g, " ")
    .trim();
}
