import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { userInfo } from "node:os";
import { styleText } from "node:util";
import { withoutSecrets } from "../schema/settings/settings-schema.ts";
import { becomeOwner, environmentOf, type Rights } from "./owner.ts";
import { run } from "./run.ts";
import { browserOf, commandNameIn, type Owner, type Style } from "./terminal/context.ts";

const { env, stdin } = process;
const folder = currentFolder();
/** How long work that still runs may delay the end of a command, in ms. */
const maxExitDelayMs = 500;
const around = { env: withoutSecrets(env), cwd: folder ?? "/" };

/** Runs the editor through a shell, as git does, because its command may have arguments. */
async function edit(file: string): Promise<number | NodeJS.Signals> {
  const { VISUAL, EDITOR } = env;
  // Ctrl-C reaches every program of the terminal. The editor alone decides whether to end.
  for (const signal of ["SIGINT", "SIGQUIT"]) process.on(signal, () => {});
  const told = Promise.race([once(process, "SIGHUP"), once(process, "SIGTERM")]);
  const command = `trap : INT QUIT; ${VISUAL || EDITOR || "vi"} "$@"`;
  const editor = spawn("sh", ["-c", command, "editor", file], { ...around, stdio: "inherit" });
  const [code, signal] = await Promise.race([once(editor, "exit"), told]);
  editor.unref();
  return code ?? signal;
}

/** Resolves at the first signal. A second signal does not stop work under way. */
async function toldToEnd(): Promise<void> {
  await Promise.race(
    ["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => new Promise((told) => process.on(signal, told))),
  );
}

let userName: string | undefined;
/** Whether the output is the result itself, whose loss is the command's own error. */
let isSending = false;

/** Remembered, because the history names the person who ran the command, not the user that root became. */
function user(): string {
  try {
    userName ??= userInfo().username;
  } catch {
    // In a container, the user ID may have no name.
    userName = `user ${process.getuid?.() ?? "unknown"}`;
  }
  return userName;
}

function become(owner: Owner): void {
  user();
  const account = becomeOwner(process as unknown as Rights, owner);
  // The owner may not be able to use root's temporary folders.
  for (const name of ["TMPDIR", "TMP", "TEMP"]) delete env[name];
  process.chdir("/");
  Object.assign(around, { env: environmentOf(account, env), cwd: "/" });
}

async function send(file: string): Promise<void> {
  isSending = true;
  for await (const chunk of createReadStream(file))
    await new Promise<void>((written, failed) =>
      process.stdout.write(chunk, (error) => (error ? failed(error) : written())),
    );
}

function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
  // A reader such as `head` closes the pipe early.
  if (code === "EPIPE" || isSending) return;
  process.stderr.write(`The output could not be written (${code}), but the command was carried out.\n`);
  process.exitCode = 1;
});

// A closed terminal or pipe refuses output, but the command goes on.
process.stderr.on("error", () => {});

const isRoot = process.geteuid?.() === 0;
// React renders three times as fast without its checks for developers.
if (["editor", "export"].includes(process.argv[2] ?? "")) env.NODE_ENV ??= "production";
const browser = isRoot ? undefined : browserOf(env, process.platform);
const { stdout } = process;
const terminal = stdout.isTTY && {
  columns: stdout.columns,
  paint: (style: Style, line: string) => styleText(style, line, { stream: stdout }),
};
const surroundings = {
  commandName: commandNameIn(folder, env.SUDO_USER),
  env,
  stdin,
  folder,
  now: () => new Date(),
  user,
  edit,
  send,
  toldToEnd,
  browser,
  terminal: terminal || undefined,
};
const { code } = await run(
  process.argv.slice(2),
  isRoot ? { ...surroundings, become } : surroundings,
  (stream, text) => {
    process[stream].write(text);
  },
);
process.exitCode ??= code;
// A pending DNS lookup or a disk that hangs must not delay a command that has finished.
for (const stream of [process.stdout, process.stderr]) {
  if (stream.writableLength > 0) await new Promise((written) => stream.write("", written));
}
setTimeout(() => process.exit(), maxExitDelayMs).unref();
