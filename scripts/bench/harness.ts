import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { accessSync, constants, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type Agent, type IncomingMessage, request } from "node:http";
import { createServer } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { chromium } from "playwright-core";

/** The first of these programs that is installed. System folders are searched too, because they may not be in PATH. */
export function findProgram(...names: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/sbin"];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

/** The path of a program that must be installed. @throws Error if it is not */
function needProgram(name: string): string {
  const program = findProgram(name);
  if (!program) throw new Error(`${name} is not installed.`);
  return program;
}

/** The Chromium that is installed; the tests install one if there is none. */
export function findChromium(): string | undefined {
  const own = [process.env.CHROMIUM_PATH, chromium.executablePath()].find(
    (file) => file && isExecutable(file),
  );
  const names = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chromium-headless-shell",
  ];
  return own ?? findProgram(...names);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const last = availableParallelism() - 1;
/** The cores of each program. The server and its load generator never share a core, if cores can be chosen. */
const cores = { server: "0", generator: `${last}`, all: `0-${last}` };
type Cores = keyof typeof cores;
let canPin: boolean | undefined;

/** Adds the command that pins a program to its cores; unchanged if cores cannot be chosen. */
function pinned([program = "", ...args]: string[], chosen: Cores): [program: string, args: string[]] {
  canPin ??= last > 0 && spawnSync("taskset", ["-c", cores.all, "true"]).status === 0;
  return canPin ? ["taskset", ["-c", cores[chosen], program, ...args]] : [program, args];
}

const children = new Set<ChildProcess>();
const folders: string[] = [];

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "backsoon-bench-"));
  folders.push(folder);
  return folder;
}

export function stopAll(): void {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Runs a process to its end, and returns its standard output. @throws Error if it fails */
export async function run(command: string[], env: NodeJS.ProcessEnv, chosen: Cores): Promise<string> {
  const { stdout } = await promisify(execFile)(...pinned(command, chosen), { env });
  return stdout;
}

export interface Running {
  pid: number;
  url: string;
  stop(): Promise<void>;
}

function startProcess(command: string[], env: NodeJS.ProcessEnv, chosen: Cores) {
  const child = spawn(...pinned(command, chosen), { env, stdio: ["ignore", "pipe", "pipe"] });
  children.add(child);
  const ended = once(child, "exit").then(() => void children.delete(child));
  const stop = (): Promise<void> => {
    child.kill("SIGKILL");
    return ended;
  };
  return { pid: child.pid ?? 0, outputs: [child.stdout, child.stderr], ended, stop };
}

/** Starts a server in Node. The first URL in its output is its URL. @throws Error if it ends before that */
export async function startServer(
  args: string[],
  env: NodeJS.ProcessEnv,
  chosen: Cores = "server",
): Promise<Running> {
  const { outputs, ended, ...started } = startProcess([process.execPath, ...args], env, chosen);
  let written = "";
  const ready = new Promise<string>((resolve) => {
    for (const output of outputs)
      output.setEncoding("utf8").on("data", (text) => {
        written += text;
        const [found] = /http:\/\/[\w.:]+(?=[\s"])/.exec(written) ?? [];
        if (found) resolve(found);
      });
  });
  const url = await Promise.race([ready, ended]);
  if (url === undefined) throw new Error(`${args.join(" ")} did not start: ${written}`);
  return { ...started, url };
}

/** A reply as received, without the headers that each server sets for itself. */
export interface ReceivedReply {
  status: number;
  headers: [name: string, value: string][];
  /** Still encoded. */
  body: Buffer;
}

export const browser = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-encoding": "gzip, deflate, br, zstd",
  "accept-language": "en-US,en;q=0.9",
};

/** How long the product takes to compress a page fully after its first request, in ms. */
const settledMs = 1500;

const hopByHop = ["date", "connection", "keep-alive", "transfer-encoding"];

export async function ask(
  url: string,
  headers: Record<string, string>,
  agent?: Agent,
): Promise<ReceivedReply> {
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { headers, agent }, resolve).on("error", reject).end();
  });
  const { statusCode = 0, rawHeaders } = message;
  const pairs = rawHeaders.flatMap((name, index): ReceivedReply["headers"] =>
    index % 2 === 0 && !hopByHop.includes(name.toLowerCase()) ? [[name, rawHeaders[index + 1] ?? ""]] : [],
  );
  return { status: statusCode, headers: pairs, body: await buffer(message) };
}

/** The settled reply. At first, the product sends a page that is quick to compress. */
export async function askSettled(url: string, headers: Record<string, string>): Promise<ReceivedReply> {
  await ask(url, headers);
  await sleep(settledMs);
  return ask(url, headers);
}

export function headerOf({ headers }: ReceivedReply, wanted: string): string {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? "";
}

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

/** The kernel's ticks per second in /proc, whatever its own clock does. */
const ticksPerSecond = 100;

/** The CPU time of a process, in seconds. @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function cpuSeconds(pid: number): number {
  // The program's name, in parentheses, may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

export function residentSize(pid: number): number {
  const [, kibibytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kibibytes) / 1024;
}

/** A free port that stays free: the system gives out only ports from 32768 by itself, to clients. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_768);
    const server = createServer();
    const isFree = once(server.listen(port, "127.0.0.1"), "listening").then(
      () => true,
      () => false,
    );
    if (!(await isFree)) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
