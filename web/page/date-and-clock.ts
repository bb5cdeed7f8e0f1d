import type { Locale } from "../locales/locale.ts";
import { clock, createFormat, type TimeFormat, type TimePart, unbroken } from "./time.ts";

const date = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;

/**
 * A time as a date, a clock time and the name of a time zone: `timeZone`, or the zone where the code runs. `languages`
 * are the visitor's, as BCP 47 tags, the best first. Lines break only between date and clock, or else beside the
 * weekday.
 */
export function formatTime(
  time: Date,
  locale: Locale,
  languages: readonly string[] = [],
  timeZone?: string,
): string {
  const format = createFormat(time, locale, languages, timeZone);
  const { pattern } = locale.dateAndClock ?? {};
  const parts = pattern ? compose(pattern, format) : format({ ...date, ...clock });
  return parts.map(({ value }, index) => glue(value, mayBreak(parts, index))).join("");
}

function compose(pattern: string, format: TimeFormat): TimePart[] {
  const whole = format({ ...date, ...clock });
  return pattern.split(/(\{\w+\})/).flatMap((piece): TimePart | TimePart[] => {
    if (piece === "{date}") return format(date);
    if (piece === "{clock}") return clockOf(whole);
    const field = whole.find(({ type }) => piece === `{${type}}`);
    return field ?? { type: "literal", value: piece };
  });
}

/** The clock time within a whole time, without its zone: beside a zone, some languages write the hour with two digits. */
function clockOf(whole: TimePart[]): TimePart[] {
  const isField = ({ type }: TimePart): boolean => ["hour", "minute", "dayPeriod"].includes(type);
  return whole.slice(whole.findIndex(isField), whole.findLastIndex(isField) + 1);
}

/** Whether a part separates date and clock, or the weekday from the rest. */
function mayBreak(parts: TimePart[], index: number): boolean {
  const [before, part, after] = [parts[index - 1], parts[index], parts[index + 1]].map((part) => part?.type);
  if (part !== "literal" || !before || !after) return false;
  return isOfClock(before) !== isOfClock(after) || before === "weekday" || after === "weekday";
}

const isOfClock = (type: string): boolean => ["hour", "minute", "dayPeriod", "timeZoneName"].includes(type);

/** A part without line breaks. If a break is allowed, it is after a comma or an abbreviation, or at the first space. */
function glue(text: string, mayBreak: boolean): string {
  const glued = unbroken(text);
  const mark = glued.search(/[,،]\u00a0|\.\u00a0(?=\S)/);
  const space = mark < 0 ? glued.indexOf("\u00a0") : mark + 1;
  return mayBreak && space >= 0 ? `${glued.slice(0, space)} ${glued.slice(space + 1)}` : glued;
}
