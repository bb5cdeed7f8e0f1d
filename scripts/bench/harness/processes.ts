import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

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

/** A new folder, which `stopAll` removes. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "backsoon-bench-"));
  folders.push(folder);
  return folder;
}

/** Ends every started process, and removes the folders. */
export function stopAll(): void {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Runs a process to its end, and returns its standard output. @throws Error if it fails */
export async function run(command: string[], env: NodeJS.ProcessEnv, chosen: Cores): Promise<string> {
  const { stdout } = await promisify(execFile)(...pinned(command, chosen), { env });
  return stdout;
}

/** A server that is ready. */
export interface Running {
  pid: number;
  url: string;
  /** Ends it, and resolves when it has ended. */
  stop(): Promise<void>;
}

/** Starts a server of one process, and returns its outputs and a promise of its end. */
export function startProcess(command: string[], env: NodeJS.ProcessEnv, chosen: Cores) {
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
