import type { Figure } from "./figure.ts";

/** A short way from one figure to the next, as in `9–11 pm` or `from 9 to 11 pm`. */
const range = /^\s*(?:[-–—−~〜～/]|(?:[\p{L}\p{M}]{1,6}\.?\s*){1,2})\s*$/u;

/** No range has more between its ends, in UTF-16 units. */
const maxBetween = 32;

/**
 * Lets the other end of a range say what an hour without a word of its own is: in `9–11 pm` both may be in the evening,
 * in `9–5 pm` they are not.
 */
export function joinRanges(text: string, figures: Figure[]): Figure[] {
  const isRange = (left: Figure | undefined, right: Figure | undefined): boolean =>
    left !== undefined &&
    right !== undefined &&
    right.start - left.end <= maxBetween &&
    range.test(text.slice(left.end, right.start));
  return figures.map((figure, index) => {
    const [left, right] = [figures[index - 1], figures[index + 1]];
    const before = isRange(left, figure) ? left : undefined;
    const after = isRange(figure, right) ? right : undefined;
    const isBesideTime = [before, after].some((other) => other?.readings.some((one) => one.startsWith("t:")));
    const isBesideUnit = after?.unit !== undefined;
    if (figure.isFixed || !(isBesideTime || isBesideUnit)) return figure;
    const hour = Number.parseInt(figure.raw, 10);
    const isHour = /^\d{1,2}$/.test(figure.raw) && hour <= 24;
    const own = isHour && isBesideTime ? [`t:${hour % 24}:00`] : [];
    // The unit of the other end is that of this one, too: "od 2 do 3 godzin" may be hours.
    const amount = isHour && isBesideUnit ? [`n:${hour}`] : [];
    const readings = [...new Set([...figure.readings, ...own, ...amount])];
    const [first, last] = [lateHour(before), lateHour(after)];
    const isLate = (last !== undefined && hour < last) || (first !== undefined && hour > first);
    return { ...figure, readings: isLate ? [...readings, ...readings.flatMap(twelveLater)] : readings };
  });
}

/** The hour from 1 to 11 of a time after noon that was written by a clock of twelve hours. */
function lateHour(figure: Figure | undefined): number | undefined {
  const hour = Number.parseInt(figure?.raw ?? "", 10);
  return figure?.isFixed && figure.readings.some((one) => one.startsWith(`t:${hour + 12}:`))
    ? hour
    : undefined;
}

function twelveLater(reading: string): string[] {
  const [, hour = "", minutes = ""] = /^t:(\d+):(\d\d)$/.exec(reading) ?? [];
  return hour !== "" && Number(hour) > 0 && Number(hour) < 12 ? [`t:${Number(hour) + 12}:${minutes}`] : [];
}
