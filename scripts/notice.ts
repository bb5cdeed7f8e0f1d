import { spawn } from "node:child_process";
import { once } from "node:events";
import { userInfo } from "node:os";
import { run } from "./run.ts";

/** Through a shell, as git does: the editor's command may include arguments. */
async function edit(file: string): Promise<number> {
  const { VISUAL, EDITOR } = process.env;
  const editor = spawn("sh", ["-c", `${VISUAL || EDITOR || "vi"} "$@"`, "editor", file], {
    stdio: "inherit",
  });
  const [code] = await once(editor, "exit");
  return code ?? 1;
}

function user(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user ID that has no name.
    return `user ${process.getuid?.() ?? "unknown"}`;
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

const { env, stdin } = process;
const surroundings = { env, stdin, folder: process.cwd(), now: () => new Date(), user, edit };
const { code } = await run(process.argv.slice(2), surroundings, (stream, text) => {
  process[stream].write(text);
});
process.exitCode ??= code;
