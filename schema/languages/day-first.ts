import { lookUpTag } from "./look-up.ts";

/** English with the day first and a 24-hour clock. These are ways to write a time, not languages of the page. */
export const dayFirst = ["en-GB", "en-IE"] as const;

export type DayFirst = (typeof dayFirst)[number];

/** The day-first English that a language tag names, if any. Its case and extensions do not matter. */
export function dayFirstOf(range: string): DayFirst | undefined {
  if (lookUpTag(range) !== "en") return undefined;
  const { region } = new Intl.Locale(range);
  return dayFirst.find((tag) => tag === `en-${region}`);
}
