import { minuteMs } from "../text/minute.ts";
import { zoneOfIntl } from "./zones.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

/** A zone's format, kept because making one takes a hundred times as long as using it. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zoneOfIntl(zone),
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formats.set(zone, format);
  return format;
}

/** How many ms the clocks of a time zone are ahead of UTC at a time, which is in ms since the epoch. */
export function offsetAt(zone: string, time: number): number {
  const parts = formatOf(zone).formatToParts(time);
  const [year, month, day, hour, min, second] = ["year", "month", "day", "hour", "minute", "second"].map(
    (type) => Number(parts.find((part) => part.type === type)?.value),
  ) as [number, number, number, number, number, number];
  // By itself, `Date.UTC` takes the years 0 to 99 for 1900 to 1999.
  const local = new Date(Date.UTC(year, month - 1, day, hour, min, second)).setUTCFullYear(year);
  return Math.round((local - time) / minuteMs) * minuteMs;
}
