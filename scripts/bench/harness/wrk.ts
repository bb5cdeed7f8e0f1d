import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { pinTo } from "./cores.ts";
import type { Running } from "./processes.ts";
import { findProgram } from "./programs.ts";
import { cpuSeconds } from "./usage.ts";

const run = promisify(execFile);

/** How long a load lasts, in seconds; wrk takes whole ones. */
const wrkSeconds = 1;

/** The load generator that is faster than the server: with a slower one, both sides wait for it and look the same. */
export const wrk = findProgram("wrk");

/** A request that is sent again and again, and the status that every reply must have. */
export interface Repeated {
  path: string;
  headers: Record<string, string>;
  status: number;
}

/** What wrk measured: requests per second, microseconds of the server's CPU time for each, and their median latency. */
export type Measured = Record<"rate" | "cpu" | "latency", number>;

/**
 * Sends the same request over one or more connections, as fast as the server answers.
 * @throws Error if a reply is missing or has another status
 * @see https://github.com/wg/wrk
 */
export async function loadWithWrk(
  { url, pid }: Running,
  { path, headers, status }: Repeated,
  connections: number,
): Promise<Measured> {
  const given = Object.entries(headers).flatMap(([name, value]) => ["--header", `${name}: ${value}`]);
  const options = ["--threads", "1", "--connections", `${connections}`, "--duration", `${wrkSeconds}s`];
  const [program = "", ...args] = [...pinTo("generator"), wrk ?? "wrk", ...options, "--latency", ...given];
  const before = cpuSeconds(pid);
  const { stdout } = await run(program, [...args, url + path]);
  const cpu = cpuSeconds(pid) - before;

  const total = Number(/(\d+) requests in/.exec(stdout)?.[1] ?? 0);
  const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0);
  const isRight = total > 0 && refused === (status < 400 ? 0 : total) && !stdout.includes("Socket errors");
  if (!isRight) throw new Error(`Under load ${url}${path} did not always give ${status}:\n${stdout}`);
  return {
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    cpu: (cpu / total) * 1e6,
    latency: microseconds(/50%\s+([\d.]+)(us|ms|s)/.exec(stdout)),
  };
}

function microseconds(found: RegExpExecArray | null): number {
  const units: Record<string, number> = { us: 1, ms: 1000, s: 1_000_000 };
  const [, amount, unit = ""] = found ?? [];
  return Number(amount) * (units[unit] ?? Number.NaN);
}
