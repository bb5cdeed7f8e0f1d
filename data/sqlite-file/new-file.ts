import { closeSync, openSync, rmSync } from "node:fs";
import { translateErrors } from "./fault.ts";

/** Makes an empty file for SQLite, which would follow a link that stands there, and takes an empty file as well. */
export function createExclusively(file: string): void {
  translateErrors(file, () => closeSync(openSync(file, "wx")));
}

/** Removes a database that is not to be kept, with the files that SQLite puts beside it; never throws. */
export function discard(file: string): void {
  for (const part of ["", "-wal", "-shm", "-journal"]) {
    try {
      rmSync(file + part, { force: true });
    } catch {
      // Where nothing can be removed, nothing was created: the error thrown before says why.
    }
  }
}
