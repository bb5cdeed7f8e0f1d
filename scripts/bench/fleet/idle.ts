import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../against/database.ts";
import { plainRow, type TableRow } from "../figures/row.ts";
import type { Bench } from "../harness/bench.ts";
import { startNodes, stopNodes } from "./nodes.ts";

/** How long a node is left to itself, and how long it is watched, in ms. */
const [restMs, watchedMs] = [5000, 60_000];

/** The row for the questions of an idle node to its database in a minute: each is a transaction of its own. */
export async function idleRow(bench: Bench, database: Database): Promise<TableRow> {
  const nodes = await startNodes(bench, database.url("idle"), ["a"]);
  await sleep(restMs);
  const before = await countTransactions(database);
  await sleep(watchedMs);
  const asked = (await countTransactions(database)) - before;
  await stopNodes(nodes);
  return plainRow("queries of an idle node", asked, "a minute", []);
}

async function countTransactions({ askBeside }: Database): Promise<number> {
  const [found] = await askBeside<{ count: number }>(
    "SELECT (xact_commit + xact_rollback)::float8 AS count FROM pg_stat_database WHERE datname = 'postgres'",
  );
  return found?.count ?? Number.NaN;
}
