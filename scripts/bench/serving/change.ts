import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { environment, startProduct, writer } from "../against/servers.ts";
import { mustBeAtLeast, mustBeAtMost, plainRow } from "../figures/row.ts";
import type { Bench, Measurement } from "../harness/bench.ts";
import { fillStore } from "../harness/filled-store.ts";
import { load, loadRows } from "../harness/load.ts";
import { startProcess, stopProcess } from "../harness/processes.ts";
import { browser } from "../harness/replies.ts";

/** The time between two changes, in ms. */
const interval = 10;

interface Written {
  changes: number;
  /** How many replies were older than a change that had been acknowledged before the request. */
  stale: number;
  ms: number;
}

export const change: Measurement = {
  does: "The page under load while another process changes the notice every 10 ms and asks for it after each acknowledgement; meanwhile, for the other side, that process changes another store.",
  async measure(bench) {
    const ours = await startProduct(bench);
    const { DATABASE: database = "" } = environment(bench);
    const other = join(bench.folder, "other.db");
    fillStore(other, 1);
    const asked = { requests: [{ headers: browser }], status: 503 };
    const runs: Written[] = [];
    const whileChanging = (file: string, runs: Written[]) => async () => {
      const end = await startWriter(bench, file, ours.url);
      const found = await load(ours, asked);
      runs.push(await end());
      return found;
    };
    const found = await bench.compare(whileChanging(database, runs), whileChanging(other, []), 30);
    return [
      ...loadRows(`page, a change every ${interval} ms`, "no change", found, [mustBeAtLeast(0.8)]),
      staleRow(runs),
    ];
  },
};

function staleRow(runs: Written[]) {
  const total = (name: keyof Written) => runs.reduce((sum, run) => sum + run[name], 0);
  const unit = `of ${total("changes")}, one every ${(total("ms") / total("changes")).toFixed(1)} ms`;
  return plainRow("stale answers after an acknowledgement", total("stale"), unit, [mustBeAtMost(0)]);
}

/** Starts the writer; returns a function that ends it and reports what it did. */
async function startWriter(bench: Bench, database: string, url: string): Promise<() => Promise<Written>> {
  const command = [process.execPath, writer, database, url, String(interval)];
  const child = startProcess(bench, command, process.env, "generator");
  await once(child.stdout, "readable");
  return async () => {
    const [output] = await Promise.all([text(child.stdout), stopProcess(child)]);
    return JSON.parse(output.split("\n")[1] ?? "");
  };
}
