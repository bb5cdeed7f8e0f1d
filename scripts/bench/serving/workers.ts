import { join } from "node:path";
import { startProduct } from "../against/servers.ts";
import type { Bench, Measurement } from "../harness/bench.ts";
import { load, loadRows } from "../harness/load.ts";
import type { Running } from "../harness/processes.ts";
import { browser } from "../harness/replies.ts";

export const workers: Measurement = {
  does: "The page from two workers against one, on all cores but the load generator's; where that leaves a single core, they share all of them with it.",
  async measure(bench) {
    const [ours, theirs] = [await startWorkers(bench, 2), await startWorkers(bench, 1)];
    const asked = { requests: [{ headers: browser }], status: 503 };
    const found = await bench.compare(
      () => load(ours, asked),
      () => load(theirs, asked),
    );
    return loadRows("page, `WORKERS=2`", "`WORKERS=1`", found);
  },
};

function startWorkers(bench: Bench, count: number): Promise<Running> {
  const settings = { WORKERS: String(count), DATABASE: join(bench.folder, `${count}.db`) };
  return startProduct(bench, settings, "workers");
}
