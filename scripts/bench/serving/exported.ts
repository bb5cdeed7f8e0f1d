import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { environment, notice, startBare, startProduct } from "../against/servers.ts";
import { type Switched, startExported, startStatic, webServers } from "../against/web-servers.ts";
import type { Comparison } from "../figures/compare.ts";
import {
  aimAtLeast,
  type Bound,
  mustBeAtLeast,
  mustBeAtMost,
  plainRow,
  ratioRow,
  type TableRow,
  unmeasuredRow,
} from "../figures/row.ts";
import type { Bench, Measurement } from "../harness/bench.ts";
import type { Running } from "../harness/processes.ts";
import { findProgram } from "../harness/programs.ts";
import { askSettled, browser, receive } from "../harness/replies.ts";
import { processCount } from "../harness/usage.ts";
import { outputOf } from "../harness/whole-process.ts";
import { loadWithWrk, type Measured, type Repeated, wrk } from "../harness/wrk.ts";

const codings = { "not compressed": "", gzip: "gzip", brotli: "br" };
const crowds = { "50 connections": 50, "one connection": 1 };
/** Over one connection each round is noisier. */
const roundsOf = (connections = 50): number => (connections === 1 ? 11 : 9);

const besideStatic = [mustBeAtLeast(0.9), aimAtLeast(0.98)];

export const exported: Measurement = {
  does: "What `notice export` wrote, served by nginx and Caddy, each by the configuration that it prints and on one core, while the app cannot be reached: against a page that somebody has written by hand for the same web server, beside the service, and beside `node:http`. That page is one file in one language and coding; it has the same bytes and headers, and the same address of the app, which they ask for it each time, as they do where nobody tells them otherwise, and a switch of one file. With both switches on nobody asks the app, and what is left is what our configuration costs. And the service with EXPORT_DIR against without.",
  async measure(bench) {
    if (!wrk) return [unmeasuredRow("the export", "wrk is not installed", besideStatic)];
    const service = await startProduct(bench);
    const folder = join(bench.folder, "export");
    await outputOf(bench, [notice, "export", folder], environment(bench));
    const rows: TableRow[] = [];
    for (const name of Object.keys(webServers)) {
      const program = findProgram(name);
      if (!program) rows.push(unmeasuredRow(`export by ${name}`, `${name} is not installed`, besideStatic));
      else rows.push(...(await besideOthers(bench, { name, program, folder, service })));
    }
    return [...rows, ...(await keptFresh(bench, service))];
  },
};

interface Sides {
  name: string;
  program: string;
  /** The folder of the export. */
  folder: string;
  service: Running;
}

/** The rows for one web server. */
async function besideOthers(bench: Bench, { name, program, folder, service }: Sides): Promise<TableRow[]> {
  const ours = await startExported(bench, name, program, folder);
  const rows: TableRow[] = [];
  for (const [words, coding] of Object.entries(codings)) {
    const asked = visitorOf(coding);
    const reply = await receive(ours.url, asked.headers);
    const page = await startStatic(bench, name, program, reply, asked.headers);
    await askSettled(service.url, asked.headers);
    const bare = await startBare(bench, reply);
    const others: [against: string, side: Running, bounds: Bound[]][] = [
      [`static page of ${name}`, page, besideStatic],
    ];
    // Beside Node each web server stands once, and nginx with every coding.
    if (name === "nginx" || coding === "gzip")
      others.push(["the service", service, []], ["bare `node:http`", bare, []]);
    for (const [crowd, connections] of Object.entries(crowds)) {
      const load = (side: Running) => () => loadWithWrk(side, asked, connections);
      const sides = others.map(([, side]) => load(side));
      const found = await bench.compareEach(load(ours), sides, roundsOf(connections));
      const what = `export by ${name}, page, ${words}, ${crowd}`;
      for (const [at, [against, , bounds]] of others.entries())
        rows.push(...rowsOf(what, against, found[at], bounds));
    }
    if (coding === "gzip") rows.push(...(await switchedOn(bench, name, { ours, page, asked })));
    await page.stop();
    await bare.stop();
  }
  await ours.stop();
  return rows;
}

interface Pair {
  ours: Switched;
  page: Switched;
  asked: Repeated;
}

/** The rows for both with their switches on: nobody asks the app first. */
async function switchedOn(bench: Bench, name: string, { ours, page, asked }: Pair): Promise<TableRow[]> {
  const switches = [ours, page].map(({ flags }) => join(flags, "on"));
  for (const file of switches) writeFileSync(file, "");
  const load = (side: Running) => () => loadWithWrk(side, asked, 50);
  const found = await bench.compare(load(ours), load(page), roundsOf());
  for (const file of switches) rmSync(file);
  const what = `export by ${name}, page, gzip, 50 connections, switched on`;
  return rowsOf(what, `static page of ${name}`, found, []);
}

/** The rows for what a service costs that exports, and one that does not. */
async function keptFresh(bench: Bench, service: Running): Promise<TableRow[]> {
  const folder = join(bench.folder, "kept");
  const exporting = await startProduct(bench, { EXPORT_DIR: folder });
  await until(() => existsSync(join(folder, "current")));
  const asked = visitorOf("gzip");
  await askSettled(exporting.url, asked.headers);
  const load = (side: Running) => () => loadWithWrk(side, asked, 50);
  const found = await bench.compare(load(service), load(exporting), roundsOf());
  const processes = "processes of a service";
  const rows = [
    ...rowsOf("page, gzip, 50 connections, without EXPORT_DIR", "with it", found, []),
    plainRow(`${processes}, without EXPORT_DIR`, processCount(service.pid), "", [mustBeAtMost(1)]),
    plainRow(`${processes}, with it`, processCount(exporting.pid), "", []),
  ];
  await exporting.stop();
  return rows;
}

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error("The service did not export the notice.");
    await sleep(50);
  }
}

function visitorOf(coding: string): Repeated {
  const { "accept-encoding": _all, ...headers } = browser;
  return { path: "/", headers: coding ? { ...headers, "accept-encoding": coding } : headers, status: 503 };
}

/** The rows of a comparison; what must be kept is the rate. */
function rowsOf(
  what: string,
  against: string,
  found: Record<keyof Measured, Comparison> | undefined,
  bounds: Bound[],
): TableRow[] {
  if (!found) return [];
  return [
    ratioRow(`${what}: rate`, against, found.rate, "requests/s", bounds),
    ratioRow(`${what}: CPU time`, against, found.cpu, "µs"),
    ratioRow(`${what}: median latency`, against, found.latency, "µs"),
  ];
}
