import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Bench } from "./bench.ts";
import { type CoreSet, pinTo } from "./cores.ts";

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** How long a process may take to end on its own, and a server to be ready, in ms. */
const processStopTimeoutMs = 5000;
const readyTimeoutMs = 20_000;

export interface Running {
  pid: number;
  url: string;
  /** Ends it, and waits until it has ended. */
  stop(): Promise<void>;
}

/** Starts a process on its cores, as another user and elsewhere if need be; it is ended with the measurement. */
export function startProcess(
  bench: Bench,
  command: string[],
  env: NodeJS.ProcessEnv,
  cores: CoreSet,
  options: { uid?: number; gid?: number; cwd?: string } = {},
): Child {
  const [program = "", ...args] = [...pinTo(cores), ...command];
  const child = spawn(program, args, { ...options, env, stdio: ["ignore", "pipe", "pipe"] });
  bench.onEnd(() => stopProcess(child));
  return child;
}

/** Tells a process to end, and kills it if it does not. */
export async function stopProcess(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const killer = setTimeout(() => child.kill("SIGKILL"), processStopTimeoutMs);
  await ended;
  clearTimeout(killer);
}

/** Starts a server that prints its URL once it is ready. */
export async function startServer(
  bench: Bench,
  command: string[],
  env: NodeJS.ProcessEnv,
  cores: CoreSet,
): Promise<Running> {
  const child = startProcess(bench, command, env, cores);
  let output = "";
  const url = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
        const [found] = /http:\/\/[\w.:]+(?=[\s"])/.exec(output) ?? [];
        if (found) resolve(found);
      });
    }
  });
  const ended = once(child, "exit");
  const ready = await Promise.race([url, ended, sleep(readyTimeoutMs, undefined, { ref: false })]);
  if (typeof ready !== "string") throw new Error(`${command.join(" ")} did not start: ${output}`);
  return { pid: child.pid ?? 0, url: ready, stop: () => stopProcess(child) };
}
