import type { Notice } from "../../../schema/notice/notice.ts";
import { findOverdue } from "../../../schema/notice/overdue.ts";
import { texts } from "../texts.ts";
import { age } from "../time/age.ts";

/** What visitors read of an expected return that has passed, in a sentence; undefined unless it has. */
export function describeOverdue(notice: Notice, now: number): string | undefined {
  const overdue = findOverdue(notice, now);
  return overdue && texts.trouble.overdue(age(now - overdue.seconds * 1000, now));
}
