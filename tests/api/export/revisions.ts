import type { Revision } from "../../../data/store.ts";
import { defaults } from "../../../schema/notice/defaults.ts";
import type { Notice } from "../../../schema/notice/notice.ts";

/** The time of a revision: a minute for each number. */
export const at = (number: number) => new Date(Date.UTC(2026, 0, 1, 12, number)).toISOString();

/** A revision of a notice that says this. */
export const revisionOf = (
  number: number,
  notice: Partial<Notice> = {},
  createdAt = at(number),
): Revision => ({
  number,
  notice: { ...defaults, ...notice },
  author: "anna",
  createdAt,
});

/** Seconds since the epoch. */
export const seconds = (iso: string) => Date.parse(iso) / 1000;
