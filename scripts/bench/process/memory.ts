import { setTimeout as sleep } from "node:timers/promises";
import { startService } from "../against/servers.ts";
import { compare } from "../figures/compare.ts";
import { mustBeAtMost, ratioRow } from "../figures/row.ts";
import type { Bench, Measurement } from "../harness/bench.ts";
import { load } from "../harness/load.ts";
import { browser } from "../harness/replies.ts";
import { residentSize } from "../harness/usage.ts";

const [many, few] = [100_000, 1000];
/** How long a process is given to settle down, in ms. */
const rest = 1000;

export const memory: Measurement = {
  does: "The resident size of a new process after 100 000 requests for the page over 50 connections, against one after 1 000.",
  async measure(bench) {
    const { size } = await compare(
      () => sizeAfter(bench, many),
      () => sizeAfter(bench, few),
      3,
    );
    const what = `resident size after ${many.toLocaleString("en")} requests`;
    return [ratioRow(what, `after ${few.toLocaleString("en")}`, size, "MiB", [mustBeAtMost(1.1)])];
  },
};

async function sizeAfter(bench: Bench, amount: number): Promise<{ size: number }> {
  const service = await startService(bench);
  await load(service, { requests: [{ headers: browser }], status: 503, amount });
  await sleep(rest);
  const size = residentSize(service.pid);
  await service.stop();
  return { size };
}
