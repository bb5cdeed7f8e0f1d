import type { Fault } from "../../errors/fault.ts";
import { defaultMessage } from "../../notice/defaults.ts";
import type { Change } from "../../notice/difference.ts";
import { readExpectedReturn } from "../../notice/expected-return.ts";
import { findRelativeTime } from "../../notice/faults/find-relative-time.ts";
import type { Notice } from "../../notice/notice.ts";
import { findOverdue } from "../../notice/overdue.ts";
import { durationInWords } from "../../text/duration.ts";
import { showValue } from "../../text/show-value.ts";
import { findMistyped, isImpossible, type Mistyped } from "./find-mistyped.ts";
import { dayMs, farAheadMs, type TypedAt } from "./meant-time.ts";

const alone = {
  clock: "a clock time alone",
  date: "a date alone",
  both: "a date and a clock time that are not in the form of RFC 3339",
  duration: "a duration, which does not say from when",
};

const either = { ...alone, date: "a date or a clock time alone", duration: "a duration or a clock time" };

/**
 * The fault of a document whose expected return is refused wherever it is published: a time from now, or what has the shape
 * of a time and is none, unless it stands already.
 */
export function findWrongReturn(document: unknown, standing: Notice | undefined, at: TypedAt): Fault[] {
  const stands = Object(document).expectedReturn === standing?.expectedReturn;
  const relative = stands ? [] : findRelativeTime(document, new Date(at.now));
  return [...relative, ...findImpossibleReturn(document, standing, at)];
}

/** The fault of a document whose expected return has the shape of a time and is none, unless that stands already. */
export function findImpossibleReturn(document: unknown, standing?: Notice, at?: TypedAt): Fault[] {
  const { expectedReturn: value } = Object(document);
  if (typeof value !== "string" || !isImpossible(value) || value === standing?.expectedReturn) return [];
  const meant = at && findMistyped(value, at)?.meant;
  const wayOut = `give a time that there is${meant ? `, probably ${meant}` : ""}, or words`;
  const detail = `"expectedReturn" is ${showValue(value)}, which has the shape of a time and is none: ${wayOut}.`;
  return [{ detail, pointer: "#/expectedReturn" }];
}

/** What an expected return is that is probably mistyped, after its value: `"22:30" is a clock time alone`. */
export function describeMistyped(value: string, { kind, isEither }: Mistyped, now: number): string {
  const shown = showValue(value);
  if (kind === "impossible") return `${shown} has the shape of a time and is none`;
  if (kind === "duration" && /^\s*-/.test(value.normalize("NFKC")))
    return `${shown} is a duration below zero, which lies in the past`;
  if (kind !== "passed") return `${shown} is ${(isEither ? either : alone)[kind]}`;
  const expected = readExpectedReturn(value);
  const ms = expected.kind === "time" ? now - expected.time.getTime() : 0;
  return `${shown} passed ${durationInWords(ms)} ago`;
}

/** The time that was probably meant, and whose clocks were taken for that; undefined where none suggests itself. */
export function describeMeant({ meant, zone }: Mistyped): string | undefined {
  return zone === undefined ? meant : `${meant} (${zone})`;
}

/**
 * Warns of an expected return that has passed, is far ahead, is shown as words and was probably meant to be a time, or does
 * not go with the page's own message; of the words of a translation, too. With the name that the command goes by, else with
 * those of the fields.
 */
export function warnOfReturn(notice: Notice, at: TypedAt, command?: string): string[] {
  const translated = Object.keys(notice.translations ?? {});
  return [
    ...[undefined, ...translated].flatMap((tag) => warnOfReturnIn(notice, tag, at, command)),
    ...warnOfShortly(notice, at, command),
  ];
}

/** Warns of the same where a change is one of the expected return, of its words in a translation, or of the message. */
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

/** The warnings of the notice's own expected return, or of that in the translation with a tag. */
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

/** Warns of the page's own message beside such a return where a change is one of either. */
export function warnOfChangedShortly(
  { notice, changes }: { notice: Notice; changes: Change[] },
  at: TypedAt,
  command?: string,
): string[] {
  const isOfEither = changes.some((change) => isOfReturn(change) || isOfMessage(change));
  return isOfEither ? warnOfShortly(notice, at, command) : [];
}

function warnOfShortly(notice: Notice, at: TypedAt, command?: string): string[] {
  if (!isHardlyShortly(notice, at)) return [];
  const [name, wayOut] =
    command === undefined
      ? ['"expectedReturn"', 'give a "message" of your own']
      : ["the expected return", `say more with \`${command} set --message\``];
  return [`The page's own message says "shortly", and ${name} is more than a day ahead: ${wayOut}.`];
}

/** Whether a change is one of the notice's own expected return. */
export function isOfReturn({ field, translation }: Change): boolean {
  return field === "expectedReturn" && translation === undefined;
}

function isOfMessage({ field, translation }: Change): boolean {
  return field === "message" && translation === undefined;
}

/** Warns of an expected return that is shown as words, and was probably meant to be a time. */
function warnOfMistyped(value: string, at: TypedAt, name: string, isTranslated: boolean): string[] {
  const mistyped = findMistyped(value, at);
  if (!mistyped || mistyped.kind === "passed") return [];
  const inFull = mistyped.kind === "impossible" ? "one that there is" : "it in full";
  const meant = describeMeant(mistyped) ?? inFull;
  const where = isTranslated ? " in the notice itself, which every language shows" : "";
  return [
    `${name} ${describeMistyped(value, mistyped, at.now)}, and is shown as these words: if a time is meant, give ${meant}${where}.`,
  ];
}

/** Warns of an expected return that is more than fourteen days ahead. */
export function warnOfFarReturn(value: string, { now }: TypedAt, name = "The expected return"): string[] {
  const expected = readExpectedReturn(value);
  const ms = expected.kind === "time" ? expected.time.getTime() - now : 0;
  if (ms <= farAheadMs) return [];
  return [
    `${name} is more than fourteen days ahead (in ${durationInWords(ms)}): see whether its date is right.`,
  ];
}
