import type { Output } from "./output.ts";

/** Writes lines, each with its line feed; never blocks or throws. */
export interface LineWriter {
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
  /** How many characters the current write has. */
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
