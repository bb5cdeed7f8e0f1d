import { pathToFileURL } from "node:url";
import { ticking, tickShape } from "../against/servers.ts";
import { mustBeAtMost, ratioRow } from "../figures/row.ts";
import type { Bench, Measurement } from "../harness/bench.ts";
import { outputOf } from "../harness/whole-process.ts";

export const ticks: Measurement = {
  does: "A callback of `process.nextTick` after a garbage collection, with the shape of its object kept as a server keeps it, against Node as it is: whether that is still needed.",
  async measure(bench) {
    const { cpu } = await bench.compare(
      () => costOf(bench, pathToFileURL(tickShape).href),
      () => costOf(bench),
    );
    const what = `a tick after a collection, its shape kept, Node ${process.versions.node}: CPU time`;
    return [ratioRow(what, "its shape forgotten", cpu, "ns", [mustBeAtMost(0.75)])];
  },
};

async function costOf(bench: Bench, ...args: string[]): Promise<{ cpu: number }> {
  return { cpu: Number(await outputOf(bench, [ticking, ...args], process.env)) };
}
