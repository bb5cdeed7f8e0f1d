import { spawn } from "node:child_process";
import { once } from "node:events";
import { userInfo } from "node:os";
import { browserOf } from "./editor/browser.ts";
import type { Rights } from "./owner/become.ts";
import { run } from "./run.ts";
import type { Owner } from "./terminal/context.ts";

const { env, stdin } = process;
const folder = currentFolder();
/** How long what still runs may keep a command that has ended, in ms. */
const endTimeoutMs = 500;
/** What the editor runs in. */
const around = { env, cwd: folder ?? "/" };

/** Through a shell, as git does: the editor's command may include arguments. */
async function edit(file: string): Promise<number | NodeJS.Signals> {
  const { VISUAL, EDITOR } = env;
  // What a key sends goes to every program of the terminal: whether the editor ends is for the editor.
  for (const signal of ["SIGINT", "SIGQUIT"]) process.on(signal, () => {});
  const told = Promise.race([once(process, "SIGHUP"), once(process, "SIGTERM")]);
  // A terminal that has been closed takes no sentence.
  process.stderr.on("error", () => {});
  const command = `trap : INT QUIT; ${VISUAL || EDITOR || "vi"} "$@"`;
  const editor = spawn("sh", ["-c", command, "editor", file], { ...around, stdio: "inherit" });
  const [code, signal] = await Promise.race([once(editor, "exit"), told]);
  editor.unref();
  return code ?? signal;
}

/** The second time that somebody is impatient, what is under way still comes to its end. */
async function toldToEnd(): Promise<void> {
  await Promise.race(
    ["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => new Promise((told) => process.on(signal, told))),
  );
}

let userName: string | undefined;

/** Remembered: the history says who ran the command, and not whom root became for it. */
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
    // The owner may be shut out of root's folders.
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
  process.stderr.write(
    `The output could not be written (${code}), but the command itself was carried out.\n`,
  );
  process.exitCode = 1;
});

const isRoot = process.geteuid?.() === 0;
// React renders three times as fast without its checks for developers.
if (process.argv[2] === "editor") env.NODE_ENV ??= "production";
const browser = isRoot ? undefined : browserOf(env, process.platform);
const ids = { user, uid: () => process.geteuid?.() };
const surroundings = { env, stdin, folder, now: () => new Date(), ...ids, edit, toldToEnd, browser };
const { code } = await run(
  process.argv.slice(2),
  isRoot ? { ...surroundings, loadBecome } : surroundings,
  (stream, text) => {
    process[stream].write(text);
  },
);
process.exitCode ??= code;
// A name that nobody looks up, or a disk that hangs, does not keep a command that has said how it ended.
for (const stream of [process.stdout, process.stderr]) {
  if (stream.writableLength > 0) await new Promise((written) => stream.write("", written));
}
setTimeout(() => process.exit(), endTimeoutMs).unref();
