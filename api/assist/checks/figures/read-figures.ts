import type { LanguageTag } from "../../../../schema/languages/tags.ts";
import { endsWithClockWord, findClockTimes } from "./clock/clock-times.ts";
import type { Figure } from "./figure.ts";
import { findNumbers } from "./numbers.ts";
import { joinRanges } from "./ranges.ts";
import { unitsIn } from "./units.ts";

/** The clock times and the other numbers in a plain text, in their order. */
export function readFigures(plain: string, language: LanguageTag | undefined): Figure[] {
  const text = withoutDates(plain, language);
  const times = findClockTimes(text, language);
  const { unitOf } = unitsIn(language);
  let rest = 0;
  const withoutTimes = times.map(({ start, end }) => {
    const before = text.slice(rest, start);
    rest = end;
    return before + "|".repeat(end - start);
  });
  const numbers = findNumbers([...withoutTimes, text.slice(rest)].join(""), language).map(
    (figure): Figure => {
      if (text[figure.end] === dayMark) return { ...figure, isDay: true };
      const unit = unitOf(
        text.slice(Math.max(0, figure.start - 2), figure.start),
        text.slice(figure.end, figure.end + 32),
      );
      return unit === undefined
        ? figure
        : { ...figure, unit, readings: figure.readings.filter((reading) => !reading.startsWith("m:")) };
    },
  );
  return joinRanges(
    text,
    [...times, ...numbers].sort((one, other) => one.start - other.start),
  );
}

/** A day and a month, each with a dot, as in `25.11.`; with a word before it that says so, it is a clock time. */
const date = /(?<![\d.,:])(\d{1,2})\.( ?)(0?[1-9]|1[0-2])\.(?:(?!\d)|(?=(?:19|20)\d\d(?!\d)))/g;
/** Stands after the day of such a date. */
const dayMark = "¦";

/** A text of the same length in which such a date is two numbers, or three. */
function withoutDates(text: string, language: LanguageTag | undefined): string {
  const isTime = endsWithClockWord(language);
  return text.replace(date, (found, day: string, space: string, month: string, index: number) => {
    const isHour =
      Number(day) < 25 && month.length === 2 && isTime(text.slice(Math.max(0, index - 16), index));
    return Number(day) > 31 || isHour ? found : `${day}${dayMark}${space}${month}|`;
  });
}

/** A figure as a person reads it, with its unit where one needs it to tell it from another. */
export function showFigure({ kind, raw, readings: [first = ""], unit }: Figure, isWithUnit: boolean): string {
  if (kind === "time") return raw.includes(".") ? raw : first.slice(2);
  return isWithUnit && unit !== undefined
    ? `${raw} (in ${/^[a-z]+[^t]$/.test(unit) ? `${unit}s` : unit})`
    : raw;
}
