import { noticePath } from "../../../schema/notice/protocol.ts";
import { environment, notice, startBare, startProduct } from "../against/servers.ts";
import type { Comparison } from "../figures/compare.ts";
import {
  aimAtLeast,
  aimAtMost,
  mustBeAtLeast,
  mustBeAtMost,
  ratioRow,
  type TableRow,
  unmeasuredRow,
} from "../figures/row.ts";
import type { Bench, Measurement } from "../harness/bench.ts";
import { freePort } from "../harness/free-port.ts";
import type { Running } from "../harness/processes.ts";
import { ask, askSettled, browser } from "../harness/replies.ts";
import { timeOfCommand } from "../harness/whole-process.ts";
import { loadWithWrk, type Measured, type Repeated, wrk } from "../harness/wrk.ts";

/** Over one connection each round is noisier. */
const roundsOf = (connections: number): number => (connections === 1 ? 30 : 15);
const besideBare = "bare `node:http`";

/** Each kind of reply, by the request for it. */
const kinds: Record<string, Repeated> = {
  "page, brotli": { path: "/", headers: browser, status: 503 },
  "page, gzip": { path: "/", headers: { ...browser, "accept-encoding": "gzip" }, status: 503 },
  "page, not compressed": { path: "/", headers: { ...browser, "accept-encoding": "identity" }, status: 503 },
  "problem detail": { path: "/", headers: { ...browser, accept: "application/problem+json" }, status: 503 },
  text: { path: "/", headers: { ...browser, accept: "text/plain" }, status: 503 },
  "`GET /api/notice`": { path: noticePath, headers: {}, status: 200 },
  // The document's entity tag is added when it is measured.
  "`GET /api/notice`, 304": { path: noticePath, headers: {}, status: 304 },
};

export const eachReply: Measurement = {
  does: "Each kind of reply from one and from 50 connections, against `node:http` that writes the same bytes and headers: CPU time per request, rate and median latency, by `wrk`; also with an expected return, and with metrics. And the service against itself, which is what the machine's noise makes of two things that are the same.",
  async measure(bench) {
    if (!wrk) return [unmeasuredRow("each kind of reply", "wrk is not installed")];
    const rows: TableRow[] = [];
    const ours = await startProduct(bench);
    for (const [name, kind] of Object.entries(kinds)) {
      rows.push(...manyRows(name, await measure(bench, ours, kind, 50)));
      rows.push(...oneRows(name, await measure(bench, ours, kind, 1)));
    }
    rows.push(...(await noiseRows(bench, ours)));
    await timeOfCommand(bench, [notice, "set", "--expected-return", "+2h"], environment(bench));
    for (const [name, kind] of Object.entries(kinds)) {
      if (kind.status === 503) {
        rows.push(...manyRows(`${name}, return expected`, await measure(bench, ours, kind, 50)));
        rows.push(...oneRows(`${name}, return expected`, await measure(bench, ours, kind, 1)));
      }
    }
    await ours.stop();

    const counting = await startProduct(bench, { METRICS_PORT: `${await freePort()}` });
    for (const [name, kind] of Object.entries(kinds)) {
      const { cpu } = await measure(bench, counting, kind, 50);
      const what = `${name}, with metrics, 50 connections: CPU time`;
      rows.push(ratioRow(what, besideBare, cpu, "µs", [mustBeAtMost(1.2)]));
    }
    return rows;
  },
};

type Found = Record<keyof Measured, Comparison>;

async function measure(
  bench: Bench,
  ours: Running,
  { path, headers: given, status }: Repeated,
  connections: number,
): Promise<Found> {
  const { etag = "" } = status === 304 ? (await ask(ours.url + path, given)).message.headers : {};
  const kind = { path, headers: { ...given, ...(etag && { "if-none-match": etag }) }, status };
  const bare = await startBare(bench, await askSettled(ours.url + kind.path, kind.headers));
  const found = await bench.compare(
    () => loadWithWrk(ours, kind, connections),
    () => loadWithWrk(bare, kind, connections),
    roundsOf(connections),
  );
  await bare.stop();
  return found;
}

/** The service beside itself, over many connections and over one. */
async function noiseRows(bench: Bench, ours: Running): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for (const [crowd, connections] of Object.entries({ "50 connections": 50, "one connection": 1 })) {
    const page = () => loadWithWrk(ours, { path: "/", headers: browser, status: 503 }, connections);
    const { cpu, rate } = await bench.compare(page, page, roundsOf(connections));
    const what = `noise: page, brotli, ${crowd}`;
    rows.push(ratioRow(`${what}: CPU time`, "itself", cpu, "µs"));
    rows.push(ratioRow(`${what}: rate`, "itself", rate, "requests/s"));
  }
  return rows;
}

function manyRows(name: string, { cpu, rate }: Found): TableRow[] {
  const what = `${name}, 50 connections`;
  return [
    ratioRow(`${what}: CPU time`, besideBare, cpu, "µs", [mustBeAtMost(1.1), aimAtMost(1.05)]),
    ratioRow(`${what}: rate`, besideBare, rate, "requests/s", [mustBeAtLeast(0.9), aimAtLeast(0.95)]),
  ];
}

function oneRows(name: string, { cpu, latency }: Found): TableRow[] {
  const what = `${name}, one connection`;
  return [
    ratioRow(`${what}: CPU time`, besideBare, cpu, "µs", [mustBeAtMost(1.12), aimAtMost(1.08)]),
    ratioRow(`${what}: median latency`, besideBare, latency, "µs", [mustBeAtMost(1.08)]),
  ];
}
