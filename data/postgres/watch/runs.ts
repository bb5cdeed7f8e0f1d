import { dirname } from "node:path";
import { readRegularFile } from "../../../schema/text/regular-file.ts";
import { makeFolders } from "../../files/make-folders.ts";
import { replaceFile } from "../../files/replace-file.ts";

/** Larger than the file ever is, in bytes: a larger one was not written by us. */
const maxRunsBytes = 16 * 1024;
/** How many runs are remembered: each that ended before it could report adds one. */
const maxRuns = 20;

const ownUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Remembers a run of this process in a file before it reports, so that the next run can remove it from the list if it was
 * killed. Nobody waits for the file: without it, a killed node counts as silent, and disappears after a day.
 */
export function rememberRun(file: string, id: string) {
  const earlier = readRuns(file);
  const write = async (runs: string[]): Promise<void> => {
    try {
      makeFolders(dirname(file));
      await replaceFile(file, `${JSON.stringify({ runs })}\n`);
    } catch {
      // Nobody waits for the file.
    }
  };
  let writing = write([...earlier, id].slice(-maxRuns));
  return {
    /** The runs that may still be on the list. */
    earlier,
    /** Forgets them: they are off the list, and this run is on it. */
    succeeded(): void {
      writing = writing.then(() => write([id]));
    },
    /** Resolves when nothing is being written. */
    settled: (): Promise<void> => writing,
  };
}

function readRuns(file: string): string[] {
  try {
    const { runs } = JSON.parse(readRegularFile(file, maxRunsBytes).toString());
    return runs.filter((run: unknown) => typeof run === "string" && ownUuid.test(run)).slice(-maxRuns);
  } catch {
    return [];
  }
}
