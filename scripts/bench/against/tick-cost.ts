import { pathToFileURL } from "node:url";
import { mustBeAtMost, ratioRow, type TableRow } from "../figures/row.ts";
import type { Bench } from "../harness/bench.ts";
import { outputOf } from "../harness/whole-process.ts";
import { ticking, tickShape } from "./servers.ts";

/** The row for what a tick costs a Node after a garbage collection, its shape kept or forgotten. */
export async function tickRow(bench: Bench, version: string, program = process.execPath): Promise<TableRow> {
  const costOf = async (...args: string[]) => ({
    cpu: Number(await outputOf(bench, [ticking, ...args], process.env, program)),
  });
  const { cpu } = await bench.compare(
    () => costOf(pathToFileURL(tickShape).href),
    () => costOf(),
  );
  const what = `a tick after a collection, its shape kept, Node ${version}: CPU time`;
  return ratioRow(what, "its shape forgotten", cpu, "ns", [mustBeAtMost(0.75)]);
}
