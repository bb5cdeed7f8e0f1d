import { tickRow } from "../against/tick-cost.ts";
import type { Measurement } from "../harness/bench.ts";

export const ticks: Measurement = {
  does: "A callback of `process.nextTick` after a garbage collection, with the shape of its object kept as a server keeps it, against Node as it is: whether that is still needed.",
  async measure(bench) {
    return [await tickRow(bench, process.versions.node)];
  },
};
