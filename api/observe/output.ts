import { fstatSync, write } from "node:fs";
import type { Writable } from "node:stream";

/** Writes bytes, then reports how many were written or what went wrong; never blocks or throws. */
export type Output = (
  bytes: Buffer,
  done: (error: Error | null | undefined, written: number) => void,
) => void;

/**
 * An output of this process, which a slow reader or disk cannot hold up. For a pipe or a socket, Node's own stream
 * waits in the event loop. For anything else it would block, so a thread of Node's pool writes.
 */
export function outputTo(stream: Writable & { fd: number }): Output {
  const { fd } = stream;
  // Each write already gets its own error.
  stream.on("error", () => {});
  const stats = fstatSync(fd);
  if (stats.isFIFO() || stats.isSocket())
    return (bytes, done) => stream.write(bytes, (error) => done(error, bytes.length));
  return (bytes, done) => write(fd, bytes, done);
}
