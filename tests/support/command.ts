import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the real command in a process of its own. */
export async function notice(
  env: NodeJS.ProcessEnv,
  args: string[],
  { stdin = "", cwd = "." }: { stdin?: string | Uint8Array; cwd?: string } = {},
): Promise<Outcome> {
  const bin = fileURLToPath(new URL("../../scripts/bin.mjs", import.meta.url));
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
