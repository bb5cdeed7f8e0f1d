import { userInfo } from "node:os";
import { CommanderError } from "commander";
import { openSqliteStore } from "../data/sqlite/store.ts";
import { isNoticeError, NoticeError } from "../schema/errors.ts";
import { readInstallation } from "../schema/installation.ts";
import type { Context } from "./context.ts";
import { printable } from "./printable.ts";
import { createProgram } from "./program.ts";

/** Runs the command line and gives the exit code; what is wrong goes to standard error in one sentence. */
async function run(args: string[]): Promise<number> {
  try {
    await createProgram(createContext()).parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const known = toNoticeError(error);
    process.stderr.write(`${printable(known.message)}\n`);
    return known.exit;
  }
}

function createContext(): Context {
  const installation = readInstallation(process.env);
  const print = (line: string): void => void process.stdout.write(`${printable(line)}\n`);
  return {
    installation,
    openStore: () => openSqliteStore(installation.database),
    author,
    now: () => new Date(),
    stdin: process.stdin,
    print,
    printJson: (value) => print(JSON.stringify(value, null, 2)),
  };
}

function author(): string {
  const { NOTICE_AUTHOR } = process.env;
  if (!NOTICE_AUTHOR) return systemUser();
  if (/^[^\p{Cc}\p{Cs}]{1,100}$/u.test(NOTICE_AUTHOR) && NOTICE_AUTHOR.trim() !== "") return NOTICE_AUTHOR;
  throw new NoticeError("SETTING_INVALID", {
    setting: "NOTICE_AUTHOR",
    rule: "one line of 1 to 100 characters",
  });
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that has no name.
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}

function toNoticeError(error: unknown): NoticeError {
  if (isNoticeError(error)) return error;
  if (!(error instanceof CommanderError))
    return new NoticeError("INTERNAL", { reason: String(error) }, { cause: error });
  if (error.code === "commander.help")
    return new NoticeError("USAGE", { reason: "Give a command: `npx notice --help` lists them." });
  const [first = "", ...rest] = error.message
    .replace(/^error: /, "")
    .replace(/\.$/, "")
    .split("\n");
  const reason = `${first.charAt(0).toUpperCase()}${first.slice(1)}${rest.map((line) => ` ${line}`).join("")}: see \`npx notice --help\`.`;
  return new NoticeError("USAGE", { reason });
}

// A reader that has enough, such as `head`, closes the pipe.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

process.exitCode = await run(process.argv.slice(2));
