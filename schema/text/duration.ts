import { minuteMs } from "./minute.ts";

/** A number of milliseconds in words, to the minute: `2 d 3 h 5 min`. */
export function durationInWords(ms: number): string {
  const minutes = Math.round(ms / minuteMs);
  const parts = [
    [Math.floor(minutes / 1440), "d"],
    [Math.floor(minutes / 60) % 24, "h"],
    [minutes % 60, "min"],
  ] as const;
  const given = parts.filter(([amount]) => amount > 0).map(([amount, unit]) => `${amount} ${unit}`);
  return given.join(" ") || "less than a minute";
}
