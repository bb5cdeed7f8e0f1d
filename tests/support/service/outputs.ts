import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { temporaryFolder } from "../folder.ts";
import { asking } from "../network/http.ts";
import { type LogLine, readMetrics, type Service } from "./service.ts";

/** A pipe that a service writes to, and that is read when a test says so. */
export interface Pipe {
  /** The end to write to, as a shell would give it. */
  end: number;
  /** Writes to it until nothing more fits. */
  fill(): void;
  /** Reads what is in it; gives everything that was read so far. */
  read(): string;
  /** The reader goes away; somebody else may come and read. */
  leave(): void;
  comeBack(): void;
}

/** A pipe with a reader that reads nothing until it is told to. */
export function stalledPipe(): Pipe {
  const path = join(temporaryFolder(), "pipe");
  execFileSync("mkfifo", [path]);
  const openReader = () => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  let reader = openReader();
  const end = openSync(path, constants.O_WRONLY);
  const chunks: Buffer[] = [];
  const filler = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  onTestFinished(() => [reader, end, filler].forEach(closeSync));
  return {
    end,
    fill() {
      for (const size of [4096, 1]) untilFull(() => writeSync(filler, Buffer.alloc(size, "\n")));
    },
    read() {
      untilFull(() => {
        const chunk = Buffer.alloc(65_536);
        const length = readSync(reader, chunk);
        chunks.push(chunk.subarray(0, length));
        return length;
      });
      return Buffer.concat(chunks).toString();
    },
    leave: () => closeSync(reader),
    comeBack() {
      reader = openReader();
    },
  };
}

/** Does something again and again until it would have to wait, or does nothing any more. */
function untilFull(work: () => number): void {
  try {
    while (work() > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
  }
}

/** Asks a service so many times, fifty at a time, with long paths; each visitor must have the notice. */
export async function flood({ url }: Pick<Service, "url">, count: number): Promise<void> {
  const ask = asking(url);
  const visitor = async () => {
    const { statusCode } = await ask({ url: `/${"x".repeat(250)}`, headers: { accept: "text/plain" } });
    expect(statusCode).toBe(503);
  };
  for (let asked = 0; asked < count; asked += 50) await Promise.all(Array.from({ length: 50 }, visitor));
}

/** The whole lines of a log in a file or of a text, and how many there are that are torn. */
export function readLog(text: string): { lines: LogLine[]; torn: number } {
  const lines: LogLine[] = [];
  let torn = 0;
  for (const line of text.split("\n").filter(Boolean)) {
    try {
      lines.push(JSON.parse(line) as LogLine);
    } catch {
      torn += 1;
    }
  }
  return { lines, torn };
}

/** The lines of the log that a service has dropped so far, by its metrics. */
export async function droppedLines(metricsPort: number): Promise<number> {
  return Number(/^backsoon_log_lines_dropped_total (\d+)$/m.exec(await readMetrics(metricsPort))?.[1]);
}
