import { devNull } from "node:os";
import { isAbsolute, resolve } from "node:path";
import { CommanderError } from "commander";
import { backendOf } from "../data/backend.ts";
import { NoticeError, toNoticeError } from "../schema/errors/notice-error.ts";
import { assertTrustedHome, type Home } from "../schema/settings/home.ts";
import { readInstallation } from "../schema/settings/settings.ts";
import { printable } from "../schema/text/text.ts";
import { accessOfRoot } from "./owner.ts";
import { createProgram } from "./program.ts";
import { type Context, type Style, type Surroundings, startSettings } from "./terminal/context.ts";
import { usage } from "./terminal/options.ts";

/** The outcome of a command: its exit code and its output. */
export interface CommandOutcome {
  code: number;
  stdout: string;
  stderr: string;
}

type Listener = (stream: "stdout" | "stderr", text: string) => void;

/** Runs the command line; an error goes to standard error in one sentence. Never throws. */
export async function run(
  args: string[],
  surroundings: Surroundings,
  heard: Listener = () => {},
): Promise<CommandOutcome> {
  const written = { stdout: "", stderr: "" };
  const write: Listener = (stream, text) => {
    written[stream] += text;
    heard(stream, text);
  };
  const end = async (): Promise<number> => {
    try {
      const { context, refuse } = await findContext(surroundings, write);
      const words = args.length > 0 ? args : ["status"];
      const program = await createProgram(context, write, words[0]);
      await program.hook("preAction", refuse).parseAsync(words, { from: "user" });
      return 0;
    } catch (error) {
      if (error instanceof CommanderError && error.exitCode === 0) return 0;
      const refused = toNoticeError(error);
      write("stderr", `${printable(refused.messageFor(surroundings.commandName))}\n`);
      return refused.exitCode;
    }
  };
  return { code: await end(), ...written };
}

/** If the settings cannot be read, help and the version still can: every other command is refused before it begins. */
async function findContext(
  surroundings: Surroundings,
  write: Listener,
): Promise<{ context: Context; refuse(): void }> {
  try {
    return { context: await createContext(surroundings, write), refuse: () => {} };
  } catch (error) {
    const { become, ...rest } = surroundings;
    const context = await createContext({ ...rest, env: {} }, write, { folder: "/", envFile: devNull });
    return {
      context,
      refuse: () => {
        throw error;
      },
    };
  }
}

async function createContext(surroundings: Surroundings, write: Listener, home?: Home): Promise<Context> {
  const print: Listener = (stream, line) => write(stream, `${printable(line)}\n`);
  const { env, user, folder, become, ...rest } = surroundings;
  if (become) assertTrustedHome(env);
  const installation = readInstallation(env, [...startSettings], home);
  const backend = await backendOf(installation);
  // Not spread, because reading `backend` makes root the store's user.
  const access = become
    ? accessOfRoot(backend, installation.writablePath, become)
    : { backend, lend: <T>(file: string, work: (path: string) => T) => work(file), enterSwitch: () => {} };
  return Object.assign(access, {
    ...rest,
    env,
    installation,
    pathOf: (file: string) => pathIn(folder, file),
    author: () => installation.config.NOTICE_AUTHOR ?? user(),
    readSettings: (only?: string[]) => readInstallation(env, only, installation.home).config,
    print: (line: string, style?: Style) => {
      const { paint = (_: Style, shown: string) => shown } = rest.terminal ?? {};
      write("stdout", `${style ? paint(style, printable(line)) : printable(line)}\n`);
    },
    printError: (line: string) => print("stderr", line),
    printJson: (value: unknown) => print("stdout", JSON.stringify(value, null, 2)),
  });
}

function pathIn(folder: string | undefined, file: string): string {
  if (file === "") throw usage("The path is empty: give the path of a file or folder.");
  if (folder === undefined && !isAbsolute(file)) throw new NoticeError("FOLDER_DELETED", { file });
  return resolve(folder ?? "/", file);
}
