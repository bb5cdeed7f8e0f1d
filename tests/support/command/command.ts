import { spawn } from "node:child_process";
import { once } from "node:events";
import { userInfo } from "node:os";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { type CommandOutcome, run } from "../../../scripts/run.ts";
import { commandNameIn, type Surroundings } from "../../../scripts/terminal/context.ts";

interface Options {
  stdin?: string | Uint8Array;
  /** The folder that the command is run in. */
  cwd?: string;
  /** Replaces parts of what surrounds it, such as its clock (`now`). */
  around?: Partial<Surroundings>;
}

/** Runs the command in this process, which saves a start for each input of a table. */
export function notice(
  env: NodeJS.ProcessEnv,
  args: string[],
  { stdin = "", cwd = process.cwd(), around = {} }: Options = {},
): Promise<CommandOutcome> {
  return run(args, {
    commandName: commandNameIn(resolve(cwd)),
    env,
    folder: cwd,
    stdin: Readable.from([Buffer.from(stdin)]),
    now: () => new Date(),
    user: () => userInfo().username,
    send: () => Promise.reject(new Error("Standard output needs a process of its own.")),
    edit: () => Promise.reject(new Error("An editor needs a process of its own.")),
    toldToEnd: () => {
      const told = Promise.reject(new Error("What runs until it is told to end needs a process of its own."));
      // A command that fails at its start does not wait for it.
      told.catch(() => {});
      return told;
    },
    ...around,
  });
}

/** Runs the real command in a process of its own. */
export async function noticeProcess(
  env: NodeJS.ProcessEnv,
  args: string[],
  { stdin = "", cwd = "." }: Options = {},
): Promise<CommandOutcome> {
  const bin = fileURLToPath(new URL("../../../scripts/bin.mjs", import.meta.url));
  const child = spawn(process.execPath, [bin, ...args], { env, cwd });
  // The command may end before it has read everything.
  child.stdin.on("error", () => {}).end(stdin);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code, stdout, stderr };
}
