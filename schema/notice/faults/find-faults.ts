import type { Fault } from "../../errors/fault.ts";
import { normalizeTexts } from "../normalize.ts";
import { explain } from "./explain.ts";
import { findNoticeErrors, pointerTo } from "./notice-errors.ts";

/** The most faults that are listed. */
export const maxFaults = 100;

/**
 * The faults of a value as a notice, those in its shape first. After the first hundred, a last fault says how many more
 * there are.
 */
export function findFaults(value: unknown): Fault[] {
  const notice = normalizeTexts(value);
  const errors = findNoticeErrors(notice);
  const faults = errors.slice(0, maxFaults).map((error) => ({
    detail: explain(error, notice),
    pointer: pointerTo(error),
  }));
  return [...faults, ...countMore(errors.length - faults.length)];
}

function countMore(count: number): Fault[] {
  if (count === 0) return [];
  const more = count === 1 ? "is one more fault" : `are ${count} more faults`;
  return [{ detail: `There ${more}: correct these first.`, pointer: "#" }];
}
