import type { ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";

/** Lets the service end before a process of its own does, which cannot be killed while it waits for a disk that hangs. */
export function letGo(child: ChildProcess): void {
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as Socket | null)?.unref();
}

/** Calls a listener with each whole line that a process writes; one that a killed process had only begun is dropped. */
export function onLines(from: Readable | null, heard: (line: string) => void): void {
  let rest = "";
  from?.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach(heard);
  });
}
