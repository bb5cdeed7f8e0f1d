import { lookUpTag } from "./look-up.ts";

/** English with the day first and a clock of 24 hours. These are no languages of the page, but ways to write a time. */
export const dayFirst = ["en-GB", "en-IE"] as const;

export type DayFirst = (typeof dayFirst)[number];

/** Which of them a tag that finds one of the page's languages names, in any case and with any extension. */
export function dayFirstOf(range: string): DayFirst | undefined {
  if (lookUpTag(range) !== "en") return undefined;
  const { region } = new Intl.Locale(range);
  return dayFirst.find((tag) => tag === `en-${region}`);
}
