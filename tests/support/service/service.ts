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

/** A line of the log; what else it holds depends on what it tells of. */
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
  /** Resolves with the exit code; sends it a signal before if one is given. */
  ended(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ServiceOptions {
  /** Root gives up its right to every file, and has those of an ordinary user. */
  ordinary?: boolean;
  /** The folder of the installation. */
  root?: string;
  /** What serves in the place of the installation's, with its first arguments. */
  command?: string[];
  /** The store cannot be used: nobody waits until it is up. */
  isBroken?: boolean;
  /** What it writes to instead of pipes that are read, as file descriptors; one without standard error has its PORT set. */
  stdout?: number;
  stderr?: number;
  /** A listening socket's descriptor, which it gets as it does from systemd. */
  socket?: number;
  onFinished?: OnFinished;
}

/** Starts `api/server` as it runs in production; it is stopped when the test ends. */
export async function startService(
  settings: Record<string, string> = {},
  options: ServiceOptions = {},
): Promise<Service> {
  const { onFinished = onTestFinished } = options;
  const database = settings.DATABASE ?? join(temporaryFolder(onFinished), "notice.db");
  const service = launch(database, settings, options);
  onFinished(() => service.ended("SIGKILL"));
  return service.ready();
}

/** A service for every test of a file, in none of which it ends or its store is broken; gives it while they run. */
export const sharedService = (settings: Record<string, string> = {}): (() => Service) =>
  shared((onFinished) => startService(settings, { onFinished }));

/** What a service says to whoever asks whether it is ready, which it is. */
export async function readiness({ url }: Pick<Service, "url">): Promise<{ store: string; revision: number }> {
  const response = await fetch(url + readinessPath);
  expect(response.status).toBe(200);
  return (await response.json()) as { store: string; revision: number };
}

/** Resolves when the store of a service is up. */
export function storeIsUp(service: Pick<Service, "url">): Promise<void> {
  return vi.waitFor(async () => expect(await readiness(service)).toMatchObject({ store: "up" }), patient);
}

/** How often a service has said so in its log, or something that begins so. */
export function timesTold({ log }: Pick<Service, "log">, text: string): number {
  return log().filter(({ msg }) => msg.startsWith(text)).length;
}

/** The figures on a port as Prometheus gets them. */
export async function readMetrics(port: number | string): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
}

interface Launched extends Pick<Service, "ended"> {
  ready(): Promise<Service>;
}

function launch(
  database: string,
  settings: Record<string, string>,
  { ordinary = false, root = ".", command: given, isBroken = false, stdout, stderr, socket }: ServiceOptions,
): Launched {
  const isPassed = socket !== undefined;
  const passed = isPassed && { LISTEN_FDS: "1" };
  const env = { ...process.env, PORT: "0", DATABASE: database, ...passed, ...settings };
  const drop =
    ordinary && process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : [];
  const pass = isPassed ? ["sh", "-c", 'LISTEN_PID=$$ exec "$0" "$@"'] : [];
  const server = given ?? [process.execPath, join(root, "dist/node/api/server.js")];
  const command = [...drop, ...pass, ...server];
  const [program = "", ...args] = command;
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
    const [code] = await close;
    return code;
  };
  const log = () =>
    // The last line may not be here whole.
    output.stdout
      .slice(0, output.stdout.lastIndexOf("\n") + 1)
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as LogLine);
  const ready = async (): Promise<Service> => {
    const url = await new Promise<string>((resolve, reject) => {
      child.stderr?.on("data", () => {
        const [, address] = /Backsoon is ready: (\S+)/.exec(output.stderr) ?? [];
        if (address) resolve(address);
      });
      if (!child.stderr) resolve(`http://127.0.0.1:${settings.PORT}`);
      close.then(([code]) => reject(new Error(`The service ended with ${code}: ${output.stderr}`)));
    });
    // What it said before is here after the next turn.
    await setImmediate();
    await setImmediate();
    // Trying the store may have taken too long nevertheless, which the service makes good by itself.
    const isUp = () =>
      expect(timesTold({ log }, "The store is up again")).toBe(timesTold({ log }, "The store is down"));
    if (!isBroken) await vi.waitFor(isUp, patient);
    return { url, database, env, pid: child.pid ?? 0, output: () => output, log, ended };
  };
  return { ended, ready };
}

/** Whether a process runs; one that has ended and that nobody has waited for does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/**
 * Has a process and those that it starts go before others: on a busy machine a service has too little time to try its
 * store in, and what it does then is not what is tested. Only root may do that.
 */
function goFirst(pid: number): void {
  try {
    setPriority(pid, -10);
  } catch {
    // It has to do without.
  }
}
