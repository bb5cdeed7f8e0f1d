import type { ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";

/** Lets the service end before its child process, which cannot be killed while it waits for a hanging disk. */
export function letGo(child: ChildProcess): void {
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as Socket | null)?.unref();
}

/** Calls a listener with each complete line that a process writes. An unfinished last line is dropped. */
export function onLines(from: Readable | null, heard: (line: string) => void): void {
  let rest = "";
  from?.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach(heard);
  });
}
