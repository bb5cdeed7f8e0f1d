import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./folder.ts";

/** A line of the log; what else it holds depends on what it tells of. */
export interface LogLine {
  level: number;
  msg: string;
  pid: number;
  err?: { message: string };
  visitor?: string;
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
  /** Resolves with the exit code, after a signal if one is given. */
  ended(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ServiceOptions {
  /** Root gives up its right to every file, and has those of an ordinary user. */
  ordinary?: boolean;
  /** The folder of the installation. */
  root?: string;
}

/** Starts `api/server` as it runs in production; it is stopped when the test ends. */
export async function startService(
  settings: Record<string, string> = {},
  { ordinary = false, root = "." }: ServiceOptions = {},
): Promise<Service> {
  const database = settings.DATABASE ?? join(temporaryFolder(), "notice.db");
  const env = { ...process.env, PORT: "0", DATABASE: database, ...settings };
  const drop =
    ordinary && process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : [];
  const [program = "", ...args] = [...drop, process.execPath, join(root, "dist/node/api/server.js")];
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (output.stderr += text));
  const exit = once(child, "exit");
  const ended = async (signal?: NodeJS.Signals): Promise<number | null> => {
    if (signal && child.exitCode === null) child.kill(signal);
    return (await exit)[0];
  };
  onTestFinished(async () => void (await ended("SIGKILL")));

  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on("data", () => {
      const [, address] = /Backsoon is ready: (\S+)/.exec(output.stderr) ?? [];
      if (address) resolve(address);
    });
    exit.then(([code]) => reject(new Error(`The service ended with ${code}: ${output.stderr}`)));
  });
  const log = () =>
    output.stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as LogLine);
  return { url, database, env, pid: child.pid ?? 0, output: () => output, log, ended };
}
