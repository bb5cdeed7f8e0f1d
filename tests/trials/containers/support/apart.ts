import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

/** The options of `unshare` for namespaces of network, mounts and processes. */
export const apart = "--net --mount --pid --fork --kill-child --mount-proc --propagation=slave".split(" ");

/** The first process of a new process namespace. */
export async function childOf({ pid }: ChildProcess): Promise<number> {
  for (;;) {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ");
    if (child) return Number(child);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Ends a process namespace with all its processes. */
export async function ended(child: ChildProcess, pid: number): Promise<void> {
  const exit = once(child, "exit");
  process.kill(pid, "SIGKILL");
  await exit;
}
