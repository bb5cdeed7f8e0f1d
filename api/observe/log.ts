import { fstatSync, write } from "node:fs";
import type { Writable } from "node:stream";
import { inspect } from "node:util";
import { type Logger, pino } from "pino";

/** The log, as JSON lines. The service never waits for it to be read or stored. */
export interface Log {
  logger: Logger;
  lines: LineWriter;
}

/** Makes the log, which says how many lines it dropped once it can be written again. */
export function createLog(level: string, output: Output): Log {
  const lines = createLineWriter(output, (dropped, since) => {
    const were = dropped === 1 ? "1 line was" : `${dropped} lines were`;
    logger.warn({ dropped, since }, `The log works again: ${were} dropped`);
  });
  // Only `write`: pino would call `flushSync` after a fatal error, and wait for it.
  const logger: Logger = pino({ level }, { write: lines.write });
  return { logger, lines };
}

/** How much of an error is logged, in characters. */
const maxStackLength = 5000;

/** Logs an unexpected error, in one line. */
export function logCrash(logger: Logger, error: unknown): void {
  const { name, message } = error instanceof Error ? error : { name: typeof error, message: String(error) };
  const stack = inspect(error, { customInspect: false }).slice(0, maxStackLength);
  logger
    .child({}, { serializers: { err: (described) => described } })
    .fatal(
      { err: { type: name, message: message.slice(0, 1000), stack } },
      "The service is stopping after an unexpected error",
    );
}

/** Writes lines, each with its line feed; never blocks or throws, as pino's own writer does when a disk is full. */
interface LineWriter {
  write(line: string): void;
  /** How many lines were dropped since the start. */
  dropped(): number;
}

/** How much may wait to be written, in characters: a day's log at `info`, a few seconds of a busy one at `debug`. */
const maxWaitingLength = 1024 * 1024;
/** How long to wait after an error before writing is tried again, in ms. */
const retryDelayMs = 1000;
const lineFeed = 0x0a;

/**
 * Writes whole lines in order, one write at a time. While writing fails or is slow, lines wait. If there is no more
 * room, all further lines are dropped until every waiting line is written. `onRecovery` then gets their number.
 */
export function createLineWriter(
  output: Output,
  onRecovery: (dropped: number, since: Date) => void = () => {},
): LineWriter {
  let waiting = "";
  let writing = 0;
  let dropped = 0;
  let gap: { start: number; since: Date } | undefined;

  const writeNext = (): void => {
    writing = waiting.length;
    if (writing > 0) {
      const bytes = Buffer.from(waiting);
      waiting = "";
      writeAll(bytes, 0);
    } else if (gap) {
      const { start, since } = gap;
      gap = undefined;
      onRecovery(dropped - start, since);
    }
  };

  const writeAll = (bytes: Buffer, start: number): void => {
    output(bytes.subarray(start), (error, written) => {
      const end = start + written;
      if (error || written === 0) setTimeout(writeAll, retryDelayMs, wholeLines(bytes, start), 0).unref();
      else if (end < bytes.length) writeAll(bytes, end);
      else writeNext();
    });
  };

  return {
    write(line) {
      if (gap || waiting.length + writing + line.length > maxWaitingLength) {
        gap ??= { start: dropped, since: new Date() };
        dropped += 1;
        return;
      }
      waiting += line;
      if (writing === 0) writeNext();
    },
    dropped: () => dropped,
  };
}

/** The bytes left to write from `start` on. A line that was cut in two is written again in full, on a new line. */
function wholeLines(bytes: Buffer, start: number): Buffer {
  const isTorn = start > 0 && bytes[start - 1] !== lineFeed;
  if (!isTorn) return bytes.subarray(start);
  return Buffer.concat([Buffer.of(lineFeed), bytes.subarray(bytes.lastIndexOf(lineFeed, start - 1) + 1)]);
}

/** Writes bytes, then reports how many were written or what went wrong; never blocks or throws. */
type Output = (bytes: Buffer, done: (error: Error | null | undefined, written: number) => void) => void;

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
