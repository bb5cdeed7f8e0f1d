import { spawn } from "node:child_process";
import { once } from "node:events";
import { userInfo } from "node:os";
import { CommanderError } from "commander";
import { placeOf } from "../data/place.ts";
import { NoticeError, toNoticeError } from "../schema/errors/errors.ts";
import { readInstallation } from "../schema/settings/installation.ts";
import { printable } from "../schema/text/printable.ts";
import { createProgram } from "./program.ts";
import type { Context } from "./terminal/context.ts";

/** Runs the command line and gives the exit code; what is wrong goes to standard error in one sentence. */
async function run(args: string[]): Promise<number> {
  try {
    await createProgram(createContext()).parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const known = toNoticeError(inOurWords(error));
    process.stderr.write(`${printable(known.message)}\n`);
    return known.exit;
  }
}

function createContext(): Context {
  const installation = readInstallation(process.env, ["DATABASE", "NOTICE_AUTHOR"]);
  const print = (line: string): void => void process.stdout.write(`${printable(line)}\n`);
  return {
    installation,
    place: placeOf(installation),
    author: () => installation.config.NOTICE_AUTHOR ?? systemUser(),
    now: () => new Date(),
    folder: process.cwd(),
    edit,
    readSettings: (only) => readInstallation(process.env, only).config,
    stdin: process.stdin,
    print,
    printJson: (value) => print(JSON.stringify(value, null, 2)),
  };
}

/** Through a shell, as git does it: an editor may come with arguments. */
async function edit(file: string): Promise<number> {
  const { VISUAL, EDITOR } = process.env;
  const editor = spawn("sh", ["-c", `${VISUAL || EDITOR || "vi"} "$@"`, "editor", file], {
    stdio: "inherit",
  });
  const [code] = await once(editor, "exit");
  return code ?? 1;
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that has no name.
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}

/** Commander's own errors in our words; the others as they are. */
function inOurWords(error: unknown): unknown {
  if (!(error instanceof CommanderError)) return error;
  if (error.code === "commander.help") {
    return new NoticeError("USAGE", { reason: "Give a command: `npx notice --help` lists them." });
  }
  const [first = "", ...rest] = error.message
    .replace(/^error: /, "")
    .replace(/\.$/, "")
    .split("\n");
  const words = [`${first.charAt(0).toUpperCase()}${first.slice(1)}`, ...rest].join(" ");
  return new NoticeError("USAGE", { reason: `${words}: see \`npx notice --help\`.` });
}

process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
  // A reader that has enough, such as `head`, closes the pipe.
  if (code === "EPIPE") return;
  process.stderr.write(`The output could not be written (${code}), what it tells of was done.\n`);
  process.exitCode = 1;
});

const exitCode = await run(process.argv.slice(2));
process.exitCode ??= exitCode;
