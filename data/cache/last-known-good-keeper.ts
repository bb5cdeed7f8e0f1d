import type { Revision } from "../store.ts";
import { lastKnownNumber, writeLastKnownGood } from "./last-known-good.ts";

/** Saves revisions to a file without holding up replies. */
export interface Keeper {
  /** Keeps a revision; of several that arrive while one is being written, only the last is kept. */
  keep(revision: Revision): void;
  /** Keeps a revision if the file is gone or holds an older one. */
  keepIfLost(revision: Revision): void;
  /** Resolves when nothing is being written. */
  settled(): Promise<void>;
}

/** The keeper for a file; `failed` is called when a write fails, then not again until one has succeeded. */
export function createKeeper(file: string, failed: (error: unknown) => void): Keeper {
  let next: Revision | undefined;
  let writing: Promise<void> | undefined;
  let isFailing = false;

  const writeAll = async (): Promise<void> => {
    while (next) {
      const revision = next;
      next = undefined;
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
    keep,
    settled: async () => writing,
    keepIfLost(revision) {
      if (lastKnownNumber(file, revision) < revision.number) keep(revision);
    },
  };
}
