import { setTimeout as sleep } from "node:timers/promises";
import { collectingBare, collectingService, startBare } from "../against/servers.ts";
import { aimAtMost, mustBeAtMost, ratioRow, type TableRow, unmeasuredRow } from "../figures/row.ts";
import type { Measurement } from "../harness/bench.ts";
import type { Running } from "../harness/processes.ts";
import { askSettled, browser } from "../harness/replies.ts";
import { loadWithWrk, type Repeated, wrk } from "../harness/wrk.ts";

const quietRounds = 9;
const quietConnections = 50;
const quietRow = "after a quiet moment, 50 connections: CPU time";
const page: Repeated = { path: "/", headers: browser, status: 503 };
/** How many loads it takes until V8 has compiled what is used. */
const warmUps = 3;
/** How long a server is left alone before and after it collects its garbage, in ms. */
const collectionRestMs = 500;

export const quiet: Measurement = {
  does: "The page from 50 connections once nobody has come for a while and V8 has collected its garbage, against a new `node:http` that writes the same bytes; and the same of `node:http` itself.",
  async measure(bench) {
    if (!wrk) return [unmeasuredRow("the page after a quiet moment", "wrk is not installed")];
    const ours = await collectingService(bench);
    const reply = await askSettled(ours.url, page.headers);
    const bare = await collectingBare(bench, reply);
    const young = await startBare(bench, reply);
    const rows: TableRow[] = [];
    for (const [name, server] of Object.entries({ page: ours, "bare `node:http`": bare })) {
      await beQuiet(server);
      const { cpu } = await bench.compare(
        () => loadWithWrk(server, page, quietConnections),
        () => loadWithWrk(young, page, quietConnections),
        quietRounds,
      );
      const bounds = server === ours ? [mustBeAtMost(1.1), aimAtMost(1.05)] : [];
      rows.push(ratioRow(`${name}, ${quietRow}`, "bare `node:http`, new", cpu, "µs", bounds));
    }
    return rows;
  },
};

/** Keeps a server busy, then idle, and has it collect its garbage. */
async function beQuiet(server: Running): Promise<void> {
  for (let count = 0; count < warmUps; count += 1) await loadWithWrk(server, page, quietConnections);
  await sleep(collectionRestMs);
  process.kill(server.pid, "SIGUSR2");
  await sleep(collectionRestMs);
}
