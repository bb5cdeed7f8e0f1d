import { durationInWords } from "../text/duration.ts";
import { secondsUntilReturn } from "./expected-return.ts";
import type { Notice } from "./notice.ts";

/** A notice that is this many seconds overdue is probably left over from another outage. */
export const leftOverSeconds = 3600;

/** A notice whose expected return has passed. */
export interface Overdue {
  /** How long ago. */
  seconds: number;
  /** The warning, with the fix. */
  message: string;
}

/**
 * Tells for how long the expected return has passed; undefined if it has not. `now` is in ms since the epoch. `command`
 * is the name of the command for the reader; without it, the message names only the field.
 */
export function findOverdue(notice: Notice, now: number, command?: string): Overdue | undefined {
  const left = secondsUntilReturn(notice, now);
  if (left === undefined || left > 0) return undefined;
  const seconds = Math.abs(left);
  const ago = `passed ${durationInWords(seconds * 1000)} ago`;
  const message =
    command === undefined
      ? `"expectedReturn" ${ago}: give a time in the future, or leave it out.`
      : `The expected return in the notice ${ago}: give a new one with ` +
        `\`${command} set --expected-return +2h\`, or remove it with \`${command} set --clear expected-return\`.`;
  return { seconds, message };
}
