import { spawn } from "node:child_process";
import { once } from "node:events";
import { userInfo } from "node:os";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { type CommandOutcome, run } from "../../../scripts/run.ts";
import { commandNameIn, type Surroundings } from "../../../scripts/terminal/context.ts";

interface Options {
  stdin?: string | Uint8Array;
  cwd?: string;
  /** Replaces parts of the command's surroundings, such as its clock (`now`). */
  around?: Partial<Surroundings>;
}

/** The outcome of a command that prints only one sentence, on standard error, which contains these words. */
export function refusal(words: string, code = 2) {
  const escaped = words.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&");
  return { code, stdout: "", stderr: expect.stringMatching(new RegExp(`^(?=.*${escaped}).+[.?]\n$`)) };
}

const needsProcess = () => Promise.reject(new Error("The command needs a process of its own."));

/** Runs the command in this process, which is faster than a process of its own. */
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
    send: needsProcess,
    edit: needsProcess,
    toldToEnd: () => {
      const told = needsProcess();
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
