import { CommanderError } from "commander";
import { backendOf } from "../data/backend.ts";
import { NoticeError, toNoticeError } from "../schema/errors/notice-error.ts";
import { readInstallation } from "../schema/settings/installation.ts";
import { printable } from "../schema/text/printable.ts";
import { createProgram } from "./program.ts";
import type { Context, Surroundings } from "./terminal/context.ts";

/** The outcome of a command: its exit code, and everything that it wrote. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Called with what a command writes, as it writes it. */
type Listener = (stream: "stdout" | "stderr", text: string) => void;

/** Runs the command line; an error goes to standard error in one sentence. Never throws. */
export async function run(
  args: string[],
  surroundings: Surroundings,
  heard: Listener = () => {},
): Promise<Outcome> {
  const written = { stdout: "", stderr: "" };
  const write: Listener = (stream, text) => {
    written[stream] += text;
    heard(stream, text);
  };
  const end = async (): Promise<number> => {
    try {
      const context = createContext(surroundings, (line) => write("stdout", `${printable(line)}\n`));
      await createProgram(context, write).parseAsync(args, { from: "user" });
      return 0;
    } catch (error) {
      if (error instanceof CommanderError && error.exitCode === 0) return 0;
      const { message, exitCode } = toNoticeError(inOurWords(error));
      write("stderr", `${printable(message)}\n`);
      return exitCode;
    }
  };
  return { code: await end(), ...written };
}

function createContext(surroundings: Surroundings, print: Context["print"]): Context {
  const { env, user, ...rest } = surroundings;
  const installation = readInstallation(env, ["DATABASE", "NOTICE_AUTHOR"]);
  return {
    ...rest,
    installation,
    backend: backendOf(installation),
    author: () => installation.config.NOTICE_AUTHOR ?? user(),
    readSettings: (only) => readInstallation(env, only).config,
    print,
    printJson: (value) => print(JSON.stringify(value, null, 2)),
  };
}

/** Commander's own errors in our words; all others as they are. */
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
