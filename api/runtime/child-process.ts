import type { ChildProcess } from "node:child_process";
import type { Socket } from "node:net";

/** Lets the service end before its child process, which cannot be killed while it waits for a hanging disk. */
export function letGo(child: ChildProcess): void {
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as Socket | null)?.unref();
}
