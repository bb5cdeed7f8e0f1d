import { inspect } from "node:util";
import { type Logger, pino } from "pino";
import { createLineWriter, type LineWriter } from "./line-writer.ts";
import type { Output } from "./output.ts";

/** The log: JSON lines, which never make the service wait for whatever reads or keeps them. */
export interface Log {
  logger: Logger;
  /** Where the logger's lines go. */
  lines: LineWriter;
}

export function createLog(level: string, output: Output): Log {
  const lines = createLineWriter(output, (dropped, since) => {
    const were = dropped === 1 ? "1 line was" : `${dropped} lines were`;
    logger.warn({ dropped, since }, `The log works again: ${were} dropped`);
  });
  // Only `write`: the logger would call a `flushSync` after a fatal error, and wait for it.
  const logger: Logger = pino({ level }, { write: lines.write });
  return { logger, lines };
}

/** Logs an error that nobody expected in one line of at most 8 KiB, whatever its own code does when it is read. */
export function logCrash(logger: Logger, error: unknown): void {
  logger
    .child({}, { serializers: { err: (described) => described } })
    .fatal({ err: describe(error) }, "The service is stopping after an unexpected error");
}

function describe(error: unknown): object {
  return {
    type: read(() => (error instanceof Error ? error.constructor.name : typeof error), 100),
    message: read(() => (error instanceof Error ? error.message : error), 1000),
    stack: read(() => inspect(error, { customInspect: false }), 5000),
  };
}

/** The beginning of a text that takes at most so many bytes in JSON, where a character may take six. */
function read(text: () => unknown, maxBytes: number): string {
  try {
    let found = String(text()).slice(0, maxBytes);
    while (Buffer.byteLength(JSON.stringify(found)) > maxBytes) {
      found = found.slice(0, Math.floor(found.length * 0.9));
    }
    return found;
  } catch {
    return "(cannot be read)";
  }
}
