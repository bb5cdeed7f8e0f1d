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

/** How much of what an error holds is logged, in characters. */
const maxStackLength = 5000;

/** Logs whatever was thrown and nobody expected, in one line. */
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
