import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { userInfo } from "node:os";
import { withoutSecrets } from "../schema/settings/setting-names.ts";
import { browserOf } from "./editor/browser.ts";
import type { Rights } from "./owner/become.ts";
import { run } from "./run.ts";
import { commandNameIn } from "./terminal/command-name.ts";
import type { Owner } from "./terminal/context.ts";

const { env, stdin } = process;
const folder = currentFolder();
/** How long work that still runs may delay the end of a command, in ms. */
const maxExitDelayMs = 500;
/** The environment and the folder of the editor. */
const around = { env: withoutSecrets(env), cwd: folder ?? "/" };

/** Through a shell, as git does: the editor's command may include arguments. */
async function edit(file: string): Promise<number | NodeJS.Signals> {
  const { VISUAL, EDITOR } = env;
  // A key's signal reaches every program of the terminal: whether the editor ends is for the editor.
  for (const signal of ["SIGINT", "SIGQUIT"]) process.on(signal, () => {});
  const told = Promise.race([once(process, "SIGHUP"), once(process, "SIGTERM")]);
  // Nothing can be written to a terminal that has been closed.
  process.stderr.on("error", () => {});
  const command = `trap : INT QUIT; ${VISUAL || EDITOR || "vi"} "$@"`;
  const editor = spawn("sh", ["-c", command, "editor", file], { ...around, stdio: "inherit" });
  const [code, signal] = await Promise.race([once(editor, "exit"), told]);
  editor.unref();
  return code ?? signal;
}

/** Asks on the terminal, whose keys stay the system's: Ctrl-C is a signal, as anywhere else. */
async function askHere(question: string, signal: AbortSignal): Promise<string | undefined> {
  const { createInterface } = await import("node:readline/promises");
  dropTypedLines();
  const lines = createInterface({ input: stdin, output: process.stderr, terminal: false });
  try {
    const ended = once(lines, "close", { signal }).then(() => undefined);
    return await Promise.race([lines.question(question, { signal }), ended]);
  } finally {
    lines.close();
  }
}

/** Drops the lines that were typed before a question could be read: they are no answer to it. */
function dropTypedLines(): void {
  let terminal: number | undefined;
  try {
    terminal = openSync("/dev/tty", constants.O_RDONLY | constants.O_NONBLOCK);
    while (readSync(terminal, Buffer.alloc(4096)) > 0);
  } catch {
    // No line is left, or there is no terminal.
  } finally {
    if (terminal !== undefined) closeSync(terminal);
  }
}

/** Resolves at the first signal; a second one does not stop work that is under way. */
async function toldToEnd(): Promise<void> {
  // Nothing can be written to a terminal that has been closed.
  process.stderr.on("error", () => {});
  await Promise.race(
    ["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => new Promise((told) => process.on(signal, told))),
  );
}

let userName: string | undefined;

/** Remembered, as the history names who ran the command, not the user that root became for it. */
function user(): string {
  try {
    userName ??= userInfo().username;
  } catch {
    // A container may run under a user ID that has no name.
    userName = `user ${process.getuid?.() ?? "unknown"}`;
  }
  return userName;
}

async function loadBecome(): Promise<(owner: Owner) => void> {
  const { becomeOwner, environmentOf } = await import("./owner/become.ts");
  return (owner) => {
    user();
    const account = becomeOwner(process as unknown as Rights, owner);
    // The owner may not be able to use root's temporary folders.
    for (const name of ["TMPDIR", "TMP", "TEMP"]) delete env[name];
    process.chdir("/");
    Object.assign(around, { env: environmentOf(account, env), cwd: "/" });
  };
}

function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
  // A reader that has seen enough, such as `head`, closes the pipe.
  if (code === "EPIPE") return;
  process.stderr.write(`The output could not be written (${code}), but the command was carried out.\n`);
  process.exitCode = 1;
});

const isRoot = process.geteuid?.() === 0;
// React renders three times as fast without its checks for developers.
if (["editor", "export"].includes(process.argv[2] ?? "")) env.NODE_ENV ??= "production";
const browser = isRoot ? undefined : browserOf(env, process.platform);
const ids = { user, uid: () => process.geteuid?.() };
const surroundings = {
  commandName: commandNameIn(folder),
  env,
  stdin,
  folder,
  now: () => new Date(),
  ...ids,
  edit,
  toldToEnd,
  ask: stdin.isTTY && process.stderr.isTTY ? askHere : undefined,
  browser,
};
const { code } = await run(
  process.argv.slice(2),
  isRoot ? { ...surroundings, loadBecome } : surroundings,
  (stream, text) => {
    process[stream].write(text);
  },
);
process.exitCode ??= code;
// A name that is still being looked up, or a disk that hangs, must not delay a command that has said how it ended.
for (const stream of [process.stdout, process.stderr]) {
  if (stream.writableLength > 0) await new Promise((written) => stream.write("", written));
}
setTimeout(() => process.exit(), maxExitDelayMs).unref();
