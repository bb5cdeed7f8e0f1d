import { minuteMs } from "./minute.ts";

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
