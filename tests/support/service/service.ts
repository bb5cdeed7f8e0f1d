import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, vi } from "vitest";
import { readinessPath } from "../../../schema/notice/protocol.ts";
import { temporaryFolder } from "../folder.ts";
import { patient } from "../patient.ts";
import { type OnFinished, shared } from "../shared.ts";

/** A line of the log. Other fields depend on the message. */
export interface LogLine {
  level: number;
  /** In ms since 1970. */
  time: number;
  msg: string;
  pid: number;
  err?: { message: string };
  visitor?: string;
  path?: string;
}

/** A running service: the real process on a free port, with a store of its own. */
export type Service = Awaited<ReturnType<typeof startService>>;

interface Options {
  /** Root gives up its right to every file, and has the rights of an ordinary user. */
  ordinary?: boolean;
  /** The folder of the installation. */
  root?: string;
  /** The command and arguments that start the server, if not the installation's. */
  command?: string[];
  /** The store cannot be used: do not wait until it is up. */
  isBroken?: boolean;
  /** File descriptors to write to, instead of pipes. A service with `stderr` needs its PORT set. */
  stdout?: number;
  stderr?: number;
  /** The descriptor of a listening socket, which is passed on as systemd does. */
  socket?: number;
  onFinished?: OnFinished;
}

/** Starts `api/server` as it runs in production; it is stopped when the test ends. */
export async function startService(settings: Record<string, string> = {}, options: Options = {}) {
  const { root = ".", socket, onFinished = onTestFinished } = options;
  const database = settings.DATABASE ?? join(temporaryFolder(onFinished), "notice.db");
  const isPassed = socket !== undefined;
  const passed = isPassed && { LISTEN_FDS: "1" };
  const env = { ...process.env, PORT: "0", DATABASE: database, ...passed, ...settings };
  const isDropped = options.ordinary && process.getuid?.() === 0;
  const [program = "", ...args] = [
    ...(isDropped ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : []),
    ...(isPassed ? ["sh", "-c", 'LISTEN_PID=$$ exec "$0" "$@"'] : []),
    ...(options.command ?? [process.execPath, join(root, "dist/node/api/server.js")]),
  ];
  // What systemd passes comes after the first three.
  const stdio = ["ignore", options.stdout ?? "pipe", options.stderr ?? "pipe", ...(isPassed ? [socket] : [])];
  const child = spawn(program, args, { env, stdio: stdio as StdioOptions });
  if (child.pid) goFirst(child.pid);
  const watch = watched(child, onFinished);
  // The last line may not be here whole.
  const log = () => linesOf(watch.output().stdout);
  const url = child.stderr
    ? await watch.find("stderr", /Backsoon is ready: (\S+)/)
    : `http://127.0.0.1:${settings.PORT}`;
  // What it wrote before is here after the next turn.
  await setImmediate();
  await setImmediate();
  // On a busy machine, the service may find its store down at first. It tries again by itself.
  const isUp = () =>
    expect(timesTold({ log }, "The store is up again")).toBe(timesTold({ log }, "The store is down"));
  if (!options.isBroken) await vi.waitFor(isUp, patient);
  return {
    ...watch,
    url,
    database,
    /** The environment of a command that works on the same store. */
    env,
    /** The lines of its log so far. */
    log,
  };
}

/** Watches a process, which is killed when the test ends. */
export function watched(child: ChildProcess, onFinished: OnFinished = onTestFinished) {
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name]?.setEncoding("utf8").on("data", (text) => (output[name] += text));
  const close = once(child, "close");
  /** Resolves with the exit code. Sends the signal first, if there is one. */
  const ended = async (signal?: NodeJS.Signals): Promise<number | null> => {
    if (signal && child.exitCode === null) child.kill(signal);
    return (await close)[0];
  };
  onFinished(() => ended("SIGKILL"));
  return {
    pid: child.pid ?? 0,
    ended,
    /** What the process wrote so far. */
    output: () => ({ ...output }),
    /** Resolves with the first group of a pattern once an output has it. */
    find: (name: keyof typeof output, pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        child[name]?.on("data", () => {
          const [, found] = pattern.exec(output[name]) ?? [];
          if (found) resolve(found);
        });
        close.then(([code]) => reject(new Error(`The service ended with ${code}: ${output.stderr}`)));
      }),
  };
}

/** The whole lines of a log. */
export function linesOf(log: string): LogLine[] {
  return (log.match(/[^\n]+\n/g) ?? []).map((line) => JSON.parse(line));
}

/** A service for all tests of a file. None of them may end it or break its store. */
export const sharedService = (settings: Record<string, string> = {}): (() => Service) =>
  shared((onFinished) => startService(settings, { onFinished }));

/** The reply of a service that is ready to whoever asks. */
export async function readiness({ url }: Pick<Service, "url">): Promise<{ store: string; revision: number }> {
  const response = await fetch(url + readinessPath);
  expect(response.status).toBe(200);
  return (await response.json()) as { store: string; revision: number };
}

/** Resolves when the store of a service is up. */
export function storeIsUp(service: Pick<Service, "url">): Promise<void> {
  return vi.waitFor(async () => expect(await readiness(service)).toMatchObject({ store: "up" }), patient);
}

/** How many lines of a service's log begin with a text. */
export function timesTold({ log }: Pick<Service, "log">, text: string): number {
  return log().filter(({ msg }) => msg.startsWith(text)).length;
}

/** The metrics on a port as Prometheus gets them. */
export async function readMetrics(port: number | string): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
}

/** Whether a process runs. One that has ended does not, even if nobody has waited for it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** Gives a process a higher priority: on a busy machine, a service has too little time to try its store. */
function goFirst(pid: number): void {
  try {
    setPriority(pid, -10);
  } catch {
    // Only root may do that.
  }
}
