import { performance } from "node:perf_hooks";
import autocannon from "autocannon";
import type { Comparison } from "../figures/compare.ts";
import { aimAtMost, type Bound, ratioRow, type TableRow } from "../figures/row.ts";
import type { Running } from "./processes.ts";
import { cpuSeconds, isKnown } from "./usage.ts";

/** How long a load lasts, in seconds, and how many visitors send requests at once. */
const duration = 1.2;
const connections = 50;

interface Load {
  /** The requests to send, in turn. */
  requests: autocannon.Request[];
  /** The status that every reply must have. */
  status: number;
  /** How many requests to send, instead of for how long. */
  amount?: number;
}

/** What a load measured: requests per second, and microseconds of CPU time that the server spent on each. */
export type LoadResult = Record<"rate" | "cpu", number>;

/** Sends requests as fast as a server answers. @throws Error if a reply is missing or has another status */
export async function load({ url, pid }: Running, { requests, status, amount }: Load): Promise<LoadResult> {
  const limit = amount === undefined ? { duration } : { amount };
  const spent = isKnown ? cpuSeconds(pid) : Number.NaN;
  const started = performance.now();
  const result = await autocannon({ url, connections, requests, sampleInt: 10, setupClient, ...limit });
  const seconds = (performance.now() - started) / 1000;
  const cpu = isKnown ? cpuSeconds(pid) - spent : Number.NaN;

  const { errors, statusCodeStats = {} } = result;
  const answered = statusCodeStats[`${status}`]?.count ?? 0;
  if (errors > 0 || Object.keys(statusCodeStats).length !== 1 || answered === 0) {
    throw new Error(`Under load ${url} gave ${errors} errors and ${JSON.stringify(statusCodeStats)}`);
  }
  return { rate: answered / seconds, cpu: (cpu / answered) * 1e6 };
}

/**
 * Keeps the generator from decoding each body as text, which takes longer than all else and depends on the language.
 */
function setupClient(client: autocannon.Client): void {
  const { pipelinedRequests } = client as autocannon.Client & { pipelinedRequests: { addBody(): void } };
  pipelinedRequests.addBody = () => {};
}

/** The rows for two loads: the rate, which the generator may limit for both, and the CPU time, which it cannot hide. */
export function loadRows(
  what: string,
  against: string,
  { rate, cpu }: Record<"rate" | "cpu", Comparison>,
  bounds: Bound[] = [],
): TableRow[] {
  const inverse = bounds.slice(0, 1).map(({ value }) => aimAtMost(1 / value));
  const cpuRow = ratioRow(`${what}: CPU time of the server`, against, cpu, "µs/request", inverse);
  return [ratioRow(what, against, rate, "requests/s", bounds), ...(isKnown ? [cpuRow] : [])];
}
