import type { Locale } from "../locales/locale.ts";

const minute = 60_000;

/**
 * How far ahead a time is, in words: "in about 2 hours". It is only as precise as is useful, and says so.
 * @see https://tc39.es/ecma402/#relativetimeformat-objects
 */
export function relativeTime(time: Date, now: number, { tag, strings }: Locale): string {
  const minutes = Math.max(1, Math.round((time.getTime() - now) / minute));
  const [amount, unit] =
    minutes < 90
      ? ([minutes, "minute"] as const)
      : minutes < 36 * 60
        ? ([Math.round(minutes / 60), "hour"] as const)
        : ([Math.round(minutes / 1440), "day"] as const);
  const parts = new Intl.RelativeTimeFormat(tag, { numeric: "always" }).formatToParts(amount, unit);
  const words = parts.map(({ type, value }) => (type === "integer" ? strings.about + value : value)).join("");
  // Hebrew has a word for two hours, and gives the number in brackets after it.
  return words.replace(/ \([^)]*\)/, "");
}
