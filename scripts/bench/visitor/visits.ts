import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Bench } from "../harness/bench.ts";
import { pinTo } from "../harness/cores.ts";
import type { Running } from "../harness/processes.ts";
import { cpuSeconds } from "../harness/usage.ts";
import type { Exchange, Visits } from "./exchanges.ts";

const run = promisify(execFile);
const visiting = fileURLToPath(new URL("./visiting.js", import.meta.url));

/** What a visitor costs: bytes either way as the sockets count them, heads included, and microseconds of CPU time. */
export type Cost = Record<"received" | "sent" | "cpu", number> & {
  /** What the last of several servers spent: the one that stands behind the others. */
  behind: number;
  /** Visitors per second. */
  rate: number;
};

/** Sends visitors to the first of these servers, and says what one of them costs all. @throws Error if a reply is wrong */
export async function visit(
  bench: Bench,
  servers: Running[],
  exchanges: Exchange[],
  visitors: number,
  atOnce = 50,
): Promise<Cost> {
  const file = join(bench.folder, "visits.json");
  const visits: Visits = { url: servers[0]?.url ?? "", exchanges, visitors, atOnce };
  writeFileSync(file, JSON.stringify(visits));
  const [program = "", ...args] = [...pinTo("generator"), process.execPath, visiting, file];
  const spent = servers.map(({ pid }) => cpuSeconds(pid));
  const { stdout } = await run(program, args);
  const each = servers.map(({ pid }, index) => ((cpuSeconds(pid) - (spent[index] ?? 0)) / visitors) * 1e6);
  const { received, sent, seconds } = JSON.parse(stdout);
  return {
    received: received / visitors,
    sent: sent / visitors,
    cpu: each.reduce((sum, one) => sum + one, 0),
    behind: each.at(-1) ?? 0,
    rate: visitors / seconds,
  };
}
