import { type Running, run } from "./processes.ts";
import { needProgram } from "./programs.ts";
import { cpuSeconds } from "./usage.ts";

/** How long a load lasts, in whole seconds, as wrk needs. */
const loadSeconds = 1;

/** A request that is sent again and again, and the status that every reply must have. */
export interface Repeated {
  path: string;
  headers: Record<string, string>;
  status: number;
}

/** Replies per second, and the server's CPU time for each, in microseconds. */
export type Measured = Record<"rate" | "cpu", number>;

/**
 * Sends the same request over one or more connections, for a second, as fast as the server answers.
 * wrk is faster than the server: with a slower generator, both sides wait for it and look the same.
 * @throws Error if a reply is missing or has another status
 * @see https://github.com/wg/wrk
 */
export async function load(
  { url, pid }: Running,
  { path, headers, status }: Repeated,
  connections: number,
): Promise<Measured> {
  const given = Object.entries(headers).flatMap(([name, value]) => ["--header", `${name}: ${value}`]);
  const options = ["--threads", "1", "--connections", `${connections}`, "--duration", `${loadSeconds}s`];
  const command = [needProgram("wrk"), ...options, ...given, url + path];
  const before = cpuSeconds(pid);
  const output = await run(command, process.env, "generator");
  const cpu = cpuSeconds(pid) - before;

  const requests = Number(/(\d+) requests in/.exec(output)?.[1] ?? 0);
  const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0);
  const isRight =
    requests > 0 && refused === (status < 400 ? 0 : requests) && !output.includes("Socket errors");
  if (!isRight) throw new Error(`Under load ${url}${path} did not always give ${status}:\n${output}`);
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]);
  return { rate, cpu: (cpu / requests) * 1e6 };
}
