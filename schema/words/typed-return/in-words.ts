import { commandName } from "../../errors/command-name.ts";
import type { Fault } from "../../errors/fault.ts";
import type { Change } from "../../notice/difference.ts";
import { readExpectedReturn } from "../../notice/expected-return.ts";
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
export function describeMistyped(value: string, { kind }: Mistyped, now: number): string {
  const shown = showValue(value);
  if (kind === "impossible") return `${shown} has the shape of a time and is none`;
  if (kind !== "passed") return `${shown} is ${alone[kind]}`;
  const expected = readExpectedReturn(value);
  const ms = expected.kind === "time" ? now - expected.time.getTime() : 0;
  return `${shown} passed ${durationInWords(ms)} ago`;
}

/** The time that was probably meant, and whose clocks were taken for that; undefined where none suggests itself. */
export function describeMeant({ meant, zone }: Mistyped): string | undefined {
  return zone === undefined ? meant : `${meant} (${zone})`;
}

/**
 * Warns of an expected return that has passed, is far ahead, or is shown as words and was probably meant to be a time, with
 * the name that the command goes by.
 */
export function warnOfReturn(notice: Notice, at: TypedAt, command = commandName): string[] {
  const { expectedReturn: value } = notice;
  if (value === undefined) return [];
  const overdue = findOverdue(notice, at.now, command);
  return [...(overdue ? [overdue.message] : []), ...warnOfMistyped(value, at), ...warnOfFarReturn(value, at)];
}

/** Warns of the same where a change is one of the expected return. */
export function warnOfChangedReturn(
  { notice, changes }: { notice: Notice; changes: Change[] },
  at: TypedAt,
  command = commandName,
): string[] {
  return changes.some(isOfReturn) ? warnOfReturn(notice, at, command) : [];
}

/** Whether the page's own message, which says "shortly", stands beside an expected return more than a day ahead. */
export function isHardlyShortly({ message, expectedReturn }: Notice, { now }: TypedAt): boolean {
  const expected = readExpectedReturn(expectedReturn ?? "");
  return !message && expected.kind === "time" && expected.time.getTime() - now > dayMs;
}

/** Whether a change is one of the notice's own expected return. */
export function isOfReturn({ field, translation }: Change): boolean {
  return field === "expectedReturn" && translation === undefined;
}

/** Warns of an expected return that is shown as words, and was probably meant to be a time. */
function warnOfMistyped(value: string, at: TypedAt): string[] {
  const mistyped = findMistyped(value, at);
  if (!mistyped || mistyped.kind === "passed") return [];
  const meant = describeMeant(mistyped) ?? "it in full";
  return [
    `The expected return ${describeMistyped(value, mistyped, at.now)}, and is shown as these words: if a time is meant, give ${meant}.`,
  ];
}

/** Warns of an expected return that is more than fourteen days ahead. */
export function warnOfFarReturn(value: string, { now }: TypedAt): string[] {
  const expected = readExpectedReturn(value);
  const ms = expected.kind === "time" ? expected.time.getTime() - now : 0;
  if (ms <= farAheadMs) return [];
  return [
    `The expected return is more than fourteen days ahead (in ${durationInWords(ms)}): see whether its date is right.`,
  ];
}
