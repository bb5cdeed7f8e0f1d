import { texts } from "../texts.ts";

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** How long ago a time was, or how far ahead it is, both in ms since the epoch: "23 days ago", "in 2 hours", "just now". */
export function age(time: number, now: number): string {
  const ms = time - now;
  const [unit, size] = units.find(([, size]) => Math.abs(ms) >= size) ?? [];
  if (!unit || !size) return texts.justNow;
  return new Intl.RelativeTimeFormat(texts.locale.tag).format(Math.trunc(ms / size), unit);
}
