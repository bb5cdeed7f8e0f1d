import type { Fault } from "../../errors/fault.ts";
import { normalizeTexts } from "../normalize.ts";
import { explain } from "./explain.ts";
import { findNoticeErrors, pointerTo } from "./notice-errors.ts";

/** More than anybody corrects at once. */
export const maxFaults = 100;

/**
 * Every fault of a value as a notice, in the words of the command: none for a valid one, and after the first hundred one
 * that says how many more there are. What is wrong with the notice itself comes first.
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
