import { dayMs, minuteMs } from "../text/minute.ts";

const unitsMs: Record<string, number> = { s: 1000, m: minuteMs, h: 60 * minuteMs, d: dayMs };

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

/**
 * Zones by their current name, each with its previous name. `Intl` may still list the previous name, and older systems
 * know only that.
 * @see https://www.unicode.org/reports/tr35/#Time_Zone_Identifiers
 */
const renamed: Record<string, string> = {
  "Africa/Asmara": "Africa/Asmera",
  "America/Argentina/Buenos_Aires": "America/Buenos_Aires",
  "America/Argentina/Catamarca": "America/Catamarca",
  "America/Argentina/Cordoba": "America/Cordoba",
  "America/Argentina/Jujuy": "America/Jujuy",
  "America/Argentina/Mendoza": "America/Mendoza",
  "America/Atikokan": "America/Coral_Harbour",
  "America/Indiana/Indianapolis": "America/Indianapolis",
  "America/Kentucky/Louisville": "America/Louisville",
  "America/Nuuk": "America/Godthab",
  "Asia/Ho_Chi_Minh": "Asia/Saigon",
  "Asia/Kathmandu": "Asia/Katmandu",
  "Asia/Kolkata": "Asia/Calcutta",
  "Asia/Yangon": "Asia/Rangoon",
  "Atlantic/Faroe": "Atlantic/Faeroe",
  "Europe/Kyiv": "Europe/Kiev",
  "Pacific/Chuuk": "Pacific/Truk",
  "Pacific/Kanton": "Pacific/Enderbury",
  "Pacific/Pohnpei": "Pacific/Ponape",
};

const nameOfToday = (zone: string): string =>
  Object.keys(renamed).find((name) => renamed[name] === zone) ?? zone;

/** The time zone of this computer, by its current IANA name; UTC if it is unknown. */
export function ownZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  return isKnownZone(zone) ? nameOfToday(zone) : "UTC";
}

/** Every time zone that `Intl` knows, by its current name, UTC first. */
export function knownZones(): string[] {
  return [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone").map(nameOfToday).toSorted()])];
}

/** Whether a time zone is known here, by its current or previous name. */
export function isKnownZone(zone: string): boolean {
  return isOfIntl(zoneOfIntl(zone));
}

/** The name that `Intl` accepts for a zone here: it throws for other names. */
export function zoneOfIntl(zone: string): string {
  return isOfIntl(zone) ? zone : (renamed[zone] ?? zone);
}

function isOfIntl(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }) !== undefined;
  } catch {
    return false;
  }
}

/** A time zone as people read it: `Europe/Berlin` is `Berlin (Europe)`. */
export function zoneName(zone: string): string {
  const [area = "", ...place] = zone.replaceAll("_", " ").split("/");
  return place.length === 0 ? area : `${place.reverse().join(", ")} (${area})`;
}

/** The zone with this current or previous name or place, or the only zone whose names contain it; else undefined. */
export function findZone(typed: string): string | undefined {
  const plain = (text: string): string =>
    text
      .toLowerCase()
      .replace(/[_\s]+/g, " ")
      .trim();
  const wanted = plain(typed);
  const namesOf = (zone: string): string[] =>
    [zone, zoneName(zone), zoneName(zone).replace(/ \(.*/, "")].map(plain);
  const named = knownZones().map((zone) => ({ zone, names: [zone, renamed[zone] ?? zone].flatMap(namesOf) }));
  const exact = named.find(({ names }) => names.includes(wanted));
  const [only, other] = exact
    ? [exact]
    : named.filter(({ names }) => names.some((name) => name.includes(wanted)));
  return other ? undefined : only?.zone;
}

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

/** What a calendar and a clock on the wall say: `2026-11-22` and `03:30`. */
interface WallTime {
  date: string;
  clock: string;
}

/** The times at which wall clocks show a date and time, in ms since the epoch. If clocks go forward, there may be none. */
type Moments =
  | { kind: "incomplete" }
  | { kind: "one"; time: number }
  /** Clocks go back, and show it twice. */
  | { kind: "two"; times: [number, number] }
  /** Clocks go forward; `next` is what they show then. */
  | { kind: "none"; next: WallTime };

export function momentsOf({ date, clock }: WallTime, zone: string): Moments {
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !/^\d\d:\d\d/.test(clock)) return { kind: "incomplete" };
  const asUtc = Date.parse(`${date}T${clock.slice(0, 5)}:00Z`);
  if (Number.isNaN(asUtc)) return { kind: "incomplete" };
  // No zone changes its clocks twice within two days, and none by more than a day.
  const offsets = [offsetAt(zone, asUtc - dayMs), offsetAt(zone, asUtc + dayMs)] as const;
  const times = [...new Set(offsets)]
    .map((offset) => asUtc - offset)
    .filter((time) => time + offsetAt(zone, time) === asUtc)
    .sort((one, other) => one - other);
  const [first, second] = times;
  if (first === undefined)
    return { kind: "none", next: wallTimeOf(changeBetween(zone, asUtc, offsets), zone) };
  return second === undefined ? { kind: "one", time: first } : { kind: "two", times: [first, second] };
}

/** The minute in which the clocks of a zone go forward over a wall time. */
function changeBetween(zone: string, asUtc: number, [before, after]: readonly [number, number]): number {
  let [early, late] = [asUtc - after, asUtc - before];
  while (late - early > minuteMs) {
    const middle = early + Math.floor((late - early) / 2 / minuteMs) * minuteMs;
    if (offsetAt(zone, middle) === before) early = middle;
    else late = middle;
  }
  return late;
}

/** What wall clocks in a time zone show at a time, in ms since the epoch. */
export function wallTimeOf(time: number, zone: string): WallTime {
  const [date = "", clock = ""] = new Date(time + offsetAt(zone, time)).toISOString().split("T");
  return { date, clock: clock.slice(0, 5) };
}

/** A time in ms since the epoch by the clocks of a zone. @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6 */
export function toRfc3339(time: number, zone: string): string {
  return zone === "UTC" ? `${localTime(time)}Z` : rfc3339At(time, offsetAt(zone, time));
}

/** A time in ms since the epoch, by clocks that are `offset` ms ahead of UTC. */
export function rfc3339At(time: number, offset: number): string {
  const minutes = Math.abs(offset) / minuteMs;
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${localTime(time + offset)}${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

const localTime = (time: number): string => new Date(time).toISOString().slice(0, 19);
