import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../../../support/folder.ts";

/** A pipe with a reader that reads only when a test says so. */
export function stalledPipe() {
  const path = join(temporaryFolder(), "pipe");
  execFileSync("mkfifo", [path]);
  const openReader = () => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  let reader = openReader();
  const end = openSync(path, constants.O_WRONLY);
  const chunks: Buffer[] = [];
  const filler = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  onTestFinished(() => [reader, end, filler].forEach(closeSync));
  return {
    /** The end to write to, as a shell would give it. */
    end,
    /** Writes to it until nothing more fits. */
    fill(): void {
      for (const size of [4096, 1]) untilFull(() => writeSync(filler, Buffer.alloc(size, "\n")));
    },
    /** Reads what is in it. Returns everything that was read so far. */
    read(): string {
      untilFull(() => {
        const chunk = Buffer.alloc(65_536);
        const length = readSync(reader, chunk);
        chunks.push(chunk.subarray(0, length));
        return length;
      });
      return Buffer.concat(chunks).toString();
    },
    /** The reader leaves; another may come and read. */
    leave: () => closeSync(reader),
    comeBack(): void {
      reader = openReader();
    },
  };
}

/** Repeats the work until it does nothing, or would have to wait. */
function untilFull(work: () => number): void {
  try {
    while (work() > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
  }
}
