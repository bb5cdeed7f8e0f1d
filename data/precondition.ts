import type { DocumentVersion } from "../schema/notice/entity-tag/format.ts";
import { sumOf } from "../schema/notice/sum.ts";
import type { Standing } from "./predecessor.ts";
import { conflict } from "./stored-row.ts";

/**
 * Throws an error if a change must not follow the latest revision. It is called again each time that somebody else has
 * published in between; `first` is what it would have followed at the first call.
 */
export type Precondition = (latest: Standing, first: Standing) => void;

/** Lets a change follow any revision. */
export const whatever: Precondition = () => {};

/**
 * Lets a change follow only the store's revision with this number or, with a hash, only what is shown.
 * @throws NoticeError REVISION_CONFLICT
 */
export function atRevision(expected: DocumentVersion): Precondition {
  return ({ own, number, notice }) => {
    const { sum } = expected;
    const current = sum === undefined ? own : { number, sum: notice && sumOf(notice) };
    if (current.number !== expected.number || (sum !== undefined && !current.sum?.startsWith(sum)))
      throw conflict({ sum: undefined, ...expected }, sum === undefined ? { ...own, sum } : current);
  };
}
