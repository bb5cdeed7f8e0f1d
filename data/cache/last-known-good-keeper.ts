import type { Revision } from "../store.ts";
import { knownOf, knowsLater, writeLastKnownGood } from "./last-known-good.ts";

/**
 * Makes the keeper of a file, which saves revisions without holding up replies. `failed` is called for the first of
 * several failures in a row.
 */
export function createKeeper(file: string, failed: (error: unknown) => void) {
  let next: Revision | undefined;
  let writing: Promise<void> | undefined;
  let isFailing = false;

  const writeAll = async (): Promise<void> => {
    while (next) {
      const revision: Revision = next;
      next = undefined;
      // A command may have kept a later one meanwhile.
      if (knowsLater(file, revision)) continue;
      try {
        await writeLastKnownGood(file, revision);
        isFailing = false;
      } catch (error) {
        if (!isFailing) failed(error);
        isFailing = true;
      }
    }
    writing = undefined;
  };
  const keep = (revision: Revision): void => {
    next = revision;
    writing ??= writeAll();
  };

  return {
    /** Keeps a revision; of several that arrive while one is being written, only the last is kept. */
    keep,
    /** Resolves when everything is written. */
    settled: async (): Promise<void> => writing,
    /** Keeps a revision if the file is gone or holds an older one. */
    keepIfLost(revision: Revision): void {
      if ((knownOf(file, revision)?.number ?? 0) < revision.number) keep(revision);
    },
  };
}
