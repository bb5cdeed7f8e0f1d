import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { writeLastKnownGood } from "../../../data/cache/last-known-good.ts";
import { defaults } from "../../../schema/notice/defaults.ts";
import { readInstallation } from "../../../schema/settings/installation.ts";
import type { Database } from "../against/database.ts";
import { environment, notice, server, startProduct } from "../against/servers.ts";
import { mustBeAtMost, plainRow, ratioRow, type TableRow, unmeasuredRow } from "../figures/row.ts";
import type { Bench } from "../harness/bench.ts";
import { ask, browser } from "../harness/replies.ts";
import { residentSize } from "../harness/usage.ts";
import { timeOfCommand, timeToFirstReply } from "../harness/whole-process.ts";
import { loadWithWrk, wrk } from "../harness/wrk.ts";
import { settingsOf, startNodes } from "./nodes.ts";

const besideSqlite = "SQLite";
const pageBound = mustBeAtMost(1.02);
const startBound = mustBeAtMost(2);
/** How long a process is given to settle down, in ms. */
const startRestMs = 1000;

/** The rows for a visitor's page, which comes from memory with either store. */
export async function pageRows(bench: Bench, database: Database): Promise<TableRow[]> {
  const what = "PostgreSQL: page, brotli, 50 connections";
  if (!wrk) return [unmeasuredRow(what, "wrk is not installed", [pageBound])];
  const asked = { path: "/", headers: browser, status: 503 };
  const [ours] = await startNodes(bench, database.url("page"), ["a"]);
  if (!ours) throw new Error("No node was started.");
  const theirs = await startProduct(bench);
  const { cpu, rate } = await bench.compare(
    () => loadWithWrk(ours, asked, 50),
    () => loadWithWrk(theirs, asked, 50),
    21,
  );
  await ours.stop();
  await theirs.stop();
  return [
    ratioRow(`${what}: CPU time`, besideSqlite, cpu, "µs", [pageBound]),
    ratioRow(`${what}: rate`, besideSqlite, rate, "requests/s"),
  ];
}

/**
 * The rows for the time from the start of the process to the first 503, with a database, and with one that never
 * answers.
 */
export async function startRows(bench: Bench, database: Database): Promise<TableRow[]> {
  const inFile = environment(bench);
  const inDatabase = environment(bench, settingsOf(bench, database.url("start")));
  const away = environment(bench, settingsOf(bench, await silentUrl(bench)));
  const revision = { number: 1, notice: defaults, author: "bench", createdAt: new Date().toISOString() };
  const measure = async (what: string, env: NodeJS.ProcessEnv): Promise<TableRow> => {
    await timeToFirstReply(bench, server, env);
    await writeLastKnownGood(readInstallation(env).lastKnownGood, revision);
    const { time } = await bench.compare(
      () => timeToFirstReply(bench, server, env),
      () => timeToFirstReply(bench, server, inFile),
      9,
    );
    return ratioRow(`PostgreSQL: start to the first 503${what}`, besideSqlite, time, "ms", [startBound]);
  };
  return [await measure("", inDatabase), await measure(", a database that says nothing", away)];
}

/** The URL of a server that takes connections and never says anything. */
async function silentUrl(bench: Bench): Promise<string> {
  const listener = createServer(() => {}).listen(0, "127.0.0.1");
  bench.onEnd(() => listener.close());
  await once(listener, "listening");
  listener.unref();
  return `postgres://postgres@127.0.0.1:${(listener.address() as AddressInfo).port}/postgres`;
}

/** The row for `notice set` while no node runs, so that it waits for none. */
export async function commandRow(bench: Bench, database: Database): Promise<TableRow> {
  const inFile = environment(bench);
  const inDatabase = environment(bench, settingsOf(bench, database.url("command")));
  let changes = 0;
  const set = (env: NodeJS.ProcessEnv) =>
    timeOfCommand(bench, [notice, "set", "--message", `Change ${changes++}`], env);
  for (const env of [inFile, inDatabase]) await timeOfCommand(bench, [notice, "init"], env);
  const { time } = await bench.compare(
    () => set(inDatabase),
    () => set(inFile),
    9,
  );
  return ratioRow("PostgreSQL: `notice set`, whole process", besideSqlite, time, "ms");
}

/** The rows for the memory of a process, and for the part of it that the thread takes which watches the database. */
export async function memoryRows(bench: Bench, database: Database): Promise<TableRow[]> {
  const sizeWith = async (settings: Record<string, string>): Promise<{ size: number }> => {
    const service = await startProduct(bench, settings);
    await ask(service.url, browser);
    await sleep(startRestMs);
    const size = residentSize(service.pid);
    await service.stop();
    return { size };
  };
  const { size } = await bench.compare(
    () => sizeWith(settingsOf(bench, database.url("memory"))),
    () => sizeWith({}),
    5,
  );
  return [
    ratioRow("PostgreSQL: resident size at the start", besideSqlite, size, "MiB"),
    plainRow("PostgreSQL: resident size of what watches it", size.ours - size.theirs, "MiB", []),
  ];
}
