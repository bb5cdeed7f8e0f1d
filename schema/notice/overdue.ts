import { durationInWords } from "../text/duration.ts";
import { secondsUntilReturn } from "./expected-return.ts";
import type { Notice } from "./notice.ts";

/** From how many seconds past its expected return a notice is probably left over from another outage. */
export const leftOverSeconds = 3600;

/** A notice whose expected return has passed. */
export interface Overdue {
  /** How long ago. */
  seconds: number;
  /** What to say of it, with the way out. */
  message: string;
}

/**
 * Finds out whether the expected return of a notice has passed; undefined unless it has. `now` is in ms since the epoch,
 * and `command` what the command is called where the message is read; without it, the message names the field alone.
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
