import type { Fault } from "../../errors/fault.ts";
import { defaultMessage } from "../../notice/defaults.ts";
import type { Change } from "../../notice/difference.ts";
import { readExpectedReturn } from "../../notice/expected-return.ts";
import type { Notice } from "../../notice/notice.ts";
import { findOverdue } from "../../notice/overdue.ts";
import { durationInWords } from "../../text/duration.ts";
import { showValue } from "../../text/show-value.ts";
import { timeFromNow } from "../../text/time-from-now.ts";
import { dayMs, farAheadMs, type TypedAt } from "./meant-time.ts";
import { isImpossible, type Refused, understandReturn } from "./understand-return.ts";

const what = {
  impossible: "is not a real date and time",
  none: "is a time that does not exist",
  several: "may mean several times",
  today: "is true only today",
  clock: "is a clock time without a date",
  date: "is a date without a clock time",
  both: "is a date and a clock time without a time zone",
  duration: "is a duration, which does not say from when",
};

const either = {
  ...what,
  date: "is a date or a clock time alone",
  duration: "is a duration or a clock time",
};

/**
 * The fault of an expected return that no document may have: a time from now, or a time that does not exist. A value
 * that is published already is accepted.
 */
export function findWrongReturn(document: unknown, standing: Notice | undefined, at: TypedAt): Fault[] {
  const { expectedReturn: value } = Object(document);
  if (typeof value !== "string" || value === standing?.expectedReturn) return [];
  const fault = (reason: string): Fault[] => [
    { detail: `"expectedReturn" is ${showValue(value)}, ${reason}.`, pointer: "#/expectedReturn" },
  ];
  const time = timeFromNow(value, new Date(at.now));
  if (time !== undefined)
    return fault(`a time from now, but a document needs the time itself: give one such as ${time}`);
  if (!isImpossible(value)) return [];
  const { meant } = understandReturn(value, at) as Refused;
  return fault(`which ${what.impossible}: give a real time${meant ? `, probably ${meant}` : ""}, or words`);
}

/** Describes a refused expected return: `"22:30" is a clock time without a date`. */
export function describeRefused(
  value: string,
  { why, isEither, hasPassed, zone }: Refused,
  now: number,
): string {
  const shown = showValue(value);
  if (why === "passed") {
    const expected = readExpectedReturn(value);
    if (expected.kind === "text") return `${shown} has passed`;
    return `${shown} passed ${durationInWords(now - expected.time.getTime())} ago`;
  }
  if (why === "duration" && /^\s*-/.test(value.normalize("NFKC")))
    return `${shown} is a negative duration, so it is in the past`;
  const passed = hasPassed ? `, and has passed${zone === undefined ? "" : ` in ${zone}`}` : "";
  return `${shown} ${(isEither ? either : what)[why]}${passed}`;
}

/** The probable time with the time zone that was assumed; undefined if there is none. */
export function describeMeant({ meant, zone }: Refused): string | undefined {
  return zone === undefined ? meant : `${meant} (${zone})`;
}

/**
 * Warns of an expected return that has passed, is far ahead, is text but was probably meant as a time, or contradicts
 * the page's own message. It also checks translations. Without `command`, the warnings name the fields.
 */
export function warnOfReturn(notice: Notice, at: TypedAt, command?: string): string[] {
  const translated = Object.keys(notice.translations ?? {});
  return [
    ...[undefined, ...translated].flatMap((tag) => warnOfReturnIn(notice, tag, at, command)),
    ...warnOfShortly(notice, at, command),
  ];
}

/** The same warnings, for changes of the expected return, of its translations or of the message. */
export function warnOfChangedReturn(
  { notice, changes }: { notice: Notice; changes: Change[] },
  at: TypedAt,
  command?: string,
): string[] {
  const changed = changes.filter(({ field }) => field === "expectedReturn");
  return [
    ...changed.flatMap(({ translation }) => warnOfReturnIn(notice, translation, at, command)),
    ...warnOfChangedShortly({ notice, changes }, at, command),
  ];
}

/** The warnings of the notice's own expected return or, with a tag, of a translation's. */
function warnOfReturnIn(notice: Notice, tag: string | undefined, at: TypedAt, command?: string): string[] {
  const value = tag === undefined ? notice.expectedReturn : notice.translations?.[tag]?.expectedReturn;
  if (value === undefined) return [];
  const field = showValue(tag === undefined ? "expectedReturn" : `translations.${tag}.expectedReturn`);
  const name = command === undefined ? field : `The expected return${tag === undefined ? "" : ` in ${tag}`}`;
  const overdue = tag === undefined ? findOverdue(notice, at.now, command) : undefined;
  return [
    ...(overdue ? [overdue.message] : []),
    ...warnOfMistyped(value, at, command === undefined ? `${field}:` : name, tag !== undefined),
    ...warnOfFarReturn(value, at, name),
  ];
}

/** Whether the page's own message, which says "shortly", stands beside an expected return more than a day ahead. */
export function isHardlyShortly({ message, expectedReturn }: Notice, { now }: TypedAt): boolean {
  const expected = readExpectedReturn(expectedReturn ?? "");
  const isOfPage = !message || message === defaultMessage;
  return isOfPage && expected.kind === "time" && expected.time.getTime() - now > dayMs;
}

/** Warns of the page's own message beside such a return, if either changed. */
export function warnOfChangedShortly(
  { notice, changes }: { notice: Notice; changes: Change[] },
  at: TypedAt,
  command?: string,
): string[] {
  const isOfEither = ({ field, translation }: Change): boolean =>
    translation === undefined && (field === "expectedReturn" || field === "message");
  return changes.some(isOfEither) ? warnOfShortly(notice, at, command) : [];
}

function warnOfShortly(notice: Notice, at: TypedAt, command?: string): string[] {
  if (!isHardlyShortly(notice, at)) return [];
  const [name, wayOut] =
    command === undefined
      ? ['"expectedReturn"', 'write your own "message"']
      : ["the expected return", `say more with \`${command} set --message\``];
  return [`The page's own message says "shortly", but ${name} is more than a day ahead: ${wayOut}.`];
}

/** Whether a change is of the notice's own expected return. */
export function isOfReturn({ field, translation }: Change): boolean {
  return field === "expectedReturn" && translation === undefined;
}

/** Warns of an expected return that is shown as words, and was probably meant to be a time. */
function warnOfMistyped(value: string, at: TypedAt, name: string, isTranslated: boolean): string[] {
  const understood = understandReturn(value, at);
  if (understood.kind === "words" || readExpectedReturn(value).kind === "time") return [];
  const isTime = understood.kind === "time";
  const said = isTime
    ? `${showValue(value)} is a time that is not in the form of RFC 3339`
    : describeRefused(value, understood, at.now);
  const inFull = !isTime && understood.why === "impossible" ? "a real time" : "it in full";
  const meant = isTime ? understood.time : (describeMeant(understood) ?? inFull);
  const where = isTranslated ? " in the notice itself, which every language shows" : "";
  return [`${name} ${said}, and is shown as these words: if a time is meant, give ${meant}${where}.`];
}

/** Warns of an expected return that is more than fourteen days ahead. */
export function warnOfFarReturn(value: string, { now }: TypedAt, name = "The expected return"): string[] {
  const expected = readExpectedReturn(value);
  const ms = expected.kind === "time" ? expected.time.getTime() - now : 0;
  if (ms <= farAheadMs) return [];
  return [`${name} is more than fourteen days ahead (in ${durationInWords(ms)}): check the date.`];
}
