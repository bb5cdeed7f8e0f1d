import { minuteMs } from "./minute.ts";

const unitsMs: Record<string, number> = { s: 1000, m: minuteMs, h: 60 * minuteMs, d: 24 * 60 * minuteMs };

/** A length of time such as `10s`, `2m`, `1h` or `1d`, in ms; undefined if the text is none. */
export function readDuration(text: string): number | undefined {
  const [, count, unit = ""] = /^(\d{1,5})([smhd])$/.exec(text) ?? [];
  const unitMs = unitsMs[unit];
  return unitMs === undefined ? undefined : Number(count) * unitMs;
}

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

const duration = /^\+(?=\d)(?:(\d{1,3})d)?(?:(\d{1,4})h)?(?:(\d{1,6})m)?$/;

/**
 * What `+90m`, `+2h`, `+1d` or `+1d12h` from now means, as an RFC 3339 time in UTC to the second; undefined for any other
 * text.
 */
export function timeFromNow(text: string, now: Date): string | undefined {
  const match = duration.exec(text);
  if (!match) return undefined;
  const [days, hours, minutes] = match.slice(1).map((part) => Number(part ?? 0)) as [number, number, number];
  const time = new Date(now.getTime() + ((days * 24 + hours) * 60 + minutes) * minuteMs);
  return time.toISOString().replace(/\.\d+Z$/, "Z");
}
