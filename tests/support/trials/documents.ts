import { readFileSync } from "node:fs";
import { expect } from "vitest";
import type { Machine } from "./machine.ts";

/** What is done with a block of a document. */
type Step =
  /** It is run, and prints this. */
  | { prints: RegExp }
  /** It is run in a terminal of its own, where it stays, until this succeeds. */
  | { stays: string }
  /** It is not run here, for this reason. */
  | { isLeft: string };

/** A block by how it begins, what is done with it, and what the reader does before, by the words around it. */
type Row = [begins: string, step: Step, before?: (machine: Machine) => unknown];

export const prints = (what: RegExp): Step => ({ prints: what });
export const isQuiet = prints(/^$/);
export const isLeft = (reason: string): Step => ({ isLeft: reason });
export const isChecked = prints(/\.\n(ok .*\n)+\d+ fine\.\n$/);
export const ctrlC = (machine: Machine) => machine.ctrlC();

export const service = { stays: "curl -sf http://127.0.0.1:8080/.backsoon/readyz" };
export const app = { stays: "curl -sf http://127.0.0.1:3000/" };

/** The shell blocks of a document, in its order. */
export const blocksOf = (document: string) =>
  [...readFileSync(document, "utf8").matchAll(/^( *)```sh\n(.*?)^ *```$/gms)].map(([, , block = ""]) =>
    block.replace(/^ +/gm, ""),
  );

/** Runs the blocks of a document as its rows say; each must be there, and no other. */
export async function follow(machine: Machine, document: string, rows: Row[]): Promise<void> {
  const blocks = blocksOf(document);
  expect(blocks.map((block, at) => block.startsWith(rows[at]?.[0] ?? "?") || block)).toEqual(
    rows.map(() => true),
  );
  // The number of a revision, which an earlier block printed.
  let revision = "N";
  for (const [at, [, step, before]] of rows.entries()) {
    await before?.(machine);
    const block = (blocks[at] ?? "").replace(/\bN$/m, revision);
    if ("stays" in step) await machine.stays(block, step.stays);
    if (!("prints" in step)) continue;
    const printed = await machine.run(block);
    expect(printed, block).toMatch(step.prints);
    revision = /rollback (\d+)/.exec(printed)?.[1] ?? revision;
  }
}
