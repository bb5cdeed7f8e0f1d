import { spawn } from "node:child_process";
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
export interface Service {
  url: string;
  database: string;
  /** The environment of a command that works on the same store. */
  env: NodeJS.ProcessEnv;
  pid: number;
  /** What the process wrote so far. */
  output(): { stdout: string; stderr: string };
  /** The lines of its log so far. */
  log(): LogLine[];
  /** Resolves with the exit code. Sends the signal first, if there is one. */
  ended(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ServiceOptions {
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
export async function startService(
  settings: Record<string, string> = {},
  {
    ordinary,
    root = ".",
    command,
    isBroken,
    stdout,
    stderr,
    socket,
    onFinished = onTestFinished,
  }: ServiceOptions = {},
): Promise<Service> {
  const database = settings.DATABASE ?? join(temporaryFolder(onFinished), "notice.db");
  const isPassed = socket !== undefined;
  const passed = isPassed && { LISTEN_FDS: "1" };
  const env = { ...process.env, PORT: "0", DATABASE: database, ...passed, ...settings };
  const isDropped = ordinary && process.getuid?.() === 0;
  const [program = "", ...args] = [
    ...(isDropped ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : []),
    ...(isPassed ? ["sh", "-c", 'LISTEN_PID=$$ exec "$0" "$@"'] : []),
    ...(command ?? [process.execPath, join(root, "dist/node/api/server.js")]),
  ];
  // What systemd passes comes after the first three.
  const stdio = ["ignore", stdout ?? "pipe", stderr ?? "pipe", ...(isPassed ? [socket] : [])] as const;
  const child = spawn(program, args, { env, stdio: [...stdio] });
  if (child.pid) goFirst(child.pid);
  const output = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text) => (output.stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text) => (output.stderr += text));
  const close = once(child, "close");
  const ended = async (signal?: NodeJS.Signals): Promise<number | null> => {
    if (signal && child.exitCode === null) child.kill(signal);
    return (await close)[0];
  };
  onFinished(() => ended("SIGKILL"));
  // The last line may not be here whole.
  const log = () => (output.stdout.match(/[^\n]+\n/g) ?? []).map((line) => JSON.parse(line) as LogLine);
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr?.on("data", () => {
      const [, address] = /Backsoon is ready: (\S+)/.exec(output.stderr) ?? [];
      if (address) resolve(address);
    });
    if (!child.stderr) resolve(`http://127.0.0.1:${settings.PORT}`);
    close.then(([code]) => reject(new Error(`The service ended with ${code}: ${output.stderr}`)));
  });
  // What it wrote before is here after the next turn.
  await setImmediate();
  await setImmediate();
  // On a busy machine, the service may find its store down at first. It tries again by itself.
  const isUp = () =>
    expect(timesTold({ log }, "The store is up again")).toBe(timesTold({ log }, "The store is down"));
  if (!isBroken) await vi.waitFor(isUp, patient);
  return { url, database, env, pid: child.pid ?? 0, output: () => output, log, ended };
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
