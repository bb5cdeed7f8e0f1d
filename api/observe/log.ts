import { inspect } from "node:util";
import { type Logger, pino } from "pino";
import { createLineWriter, type LineWriter } from "./line-writer.ts";
import type { Output } from "./output.ts";

/** The log, as JSON lines. The service never waits for it to be read or stored. */
export interface Log {
  logger: Logger;
  /** Where the logger's lines go. */
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
