import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, onTestFinished } from "vitest";

/** The command in a process of its own, at a terminal. */
export interface Terminal {
  /** The process that the terminal belongs to. */
  pid(): number;
  type(keys: string): void;
  /** Resolves once the terminal shows this. */
  shows(text: string): Promise<void>;
  /** What the terminal has shown at the end, and the exit code. */
  ended(): Promise<{ code: number; shown: string }>;
}

export const ctrlC = "\x03";

/** Opens a terminal and runs the command in it. @see https://man7.org/linux/man-pages/man1/script.1.html */
export function openTerminal(env: NodeJS.ProcessEnv, ...args: string[]): Terminal {
  const words = [process.execPath, resolve("scripts/bin.mjs"), ...args];
  const command = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const child = spawn("script", ["-qefc", `exec ${command}`, "/dev/null"], {
    env: { ...env, SHELL: "/bin/sh" },
  });
  const closed = once(child, "close");
  onTestFinished(() => void child.kill("SIGKILL"));
  let shown = "";
  child.stdout.on("data", (part) => {
    shown += part;
  });
  child.stdin.on("error", () => {});
  return {
    pid: () => Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim()),
    type: (keys) => void child.stdin.write(keys),
    shows: async (text) => {
      await expect.poll(() => shown).toContain(text);
    },
    ended: async () => {
      const [code] = await closed;
      return { code, shown: shown.replaceAll("\r\n", "\n") };
    },
  };
}
