import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compare, compareEach, type Watch } from "../figures/compare.ts";
import type { TableRow } from "../figures/row.ts";

/** What a measurement works with. */
export interface Bench {
  /** A folder that is removed with the measurement. */
  folder: string;
  /** Registers work to be done when the measurement has ended, even if it failed; the last one added is done first. */
  onEnd(work: () => unknown): void;
  /** Compares two sides, in as many rounds as were asked for, or else in those that the measurement names. */
  compare: typeof compare;
  /** The same with several others. */
  compareEach: typeof compareEach;
}

export interface Measurement {
  /** What is measured, in one line. */
  does: string;
  measure(bench: Bench): Promise<TableRow[]>;
}

/**
 * Runs the work, and afterwards ends everything it started; each of its comparisons takes `rounds`, if they are given, and
 * is watched.
 */
export async function withBench<T>(
  work: (bench: Bench) => Promise<T>,
  aborted: AbortSignal,
  rounds?: number,
  watch?: Watch,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "backsoon-bench-"));
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  let isOver = false;
  // Whatever a stopped run still starts is ended at once.
  const onEnd: Bench["onEnd"] = (end) => void (isOver ? end() : ends.push(end));
  const comparisons: Pick<Bench, "compare" | "compareEach"> = {
    compare: (ours, theirs, usual) => compare(ours, theirs, rounds ?? usual, watch),
    compareEach: (ours, others, usual) => compareEach(ours, others, rounds ?? usual, watch),
  };
  const over = new AbortController();
  const abort = once(aborted, "abort", { signal: over.signal }).then(() => {
    throw new Error("The run was stopped.");
  });
  try {
    return await Promise.race([work({ folder, onEnd, ...comparisons }), abort]);
  } finally {
    isOver = true;
    over.abort();
    for (const end of ends.reverse()) await end();
  }
}
