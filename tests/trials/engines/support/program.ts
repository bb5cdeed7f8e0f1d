import { spawn } from "node:child_process";
import { once } from "node:events";
import { vi } from "vitest";
import { patient } from "../../../support/patient.ts";

/** A program that runs until it is told to end. */
export interface Program {
  /** The first group of a pattern, once the program has said what fits it. */
  says(pattern: RegExp): Promise<string>;
  /** Ends it, and whatever it has started. */
  end(): Promise<void>;
}

/** Starts a program, with what it will start itself, in a group of processes of its own. */
export function startProgram(file: string, args: string[], env: NodeJS.ProcessEnv): Program {
  const child = spawn(file, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const exited = once(child, "exit");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  return {
    says: (pattern) =>
      vi.waitFor(() => {
        const [, found] = pattern.exec(output) ?? [];
        if (found === undefined) throw new Error(`${file} has not said ${pattern}, but: ${output}`);
        return found;
      }, patient),
    async end() {
      try {
        process.kill(-Number(child.pid), "SIGKILL");
      } catch {
        // All of them have ended by themselves.
      }
      await exited;
    },
  };
}
