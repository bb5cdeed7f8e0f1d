import { setTimeout as sleep } from "node:timers/promises";
import type { Revision } from "../store.ts";
import { knownOf, knowsLater, writeLastKnownGood } from "./last-known-good.ts";

/** Saves revisions to a file without holding up replies. */
export interface Keeper {
  /** Keeps a revision; of several that arrive while one is being written, or right after, only the last is kept. */
  keep(revision: Revision): void;
  /** Keeps a revision if the file is gone or holds an older one. */
  keepIfLost(revision: Revision): void;
  /** Writes what is waiting without a pause, and resolves when everything is written. */
  settled(): Promise<void>;
}

/** How long after a write the next one waits, in ms: each syncs twice, which costs more than rendering the page. */
const restMs = 100;

const pauseAfterWrite = (): Promise<void> => sleep(restMs, undefined, { ref: false });

/**
 * Makes the keeper of a file. `failed` is called for the first of several failures in a row. `pause` is called after
 * each write, and the next write waits for it.
 */
export function createKeeper(
  file: string,
  failed: (error: unknown) => void,
  pause: () => Promise<unknown> = pauseAfterWrite,
): Keeper {
  let next: Revision | undefined;
  let writing: Promise<void> | undefined;
  let isFailing = false;
  let isHurried = false;
  let wake = (): void => {};

  const rest = (): Promise<unknown> => {
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    return Promise.race([pause(), woken]);
  };
  const writeAll = async (): Promise<void> => {
    for (let hasRested = false; next; hasRested = true) {
      const revision: Revision = next;
      next = undefined;
      // A command may have kept a later one meanwhile.
      if (hasRested && knowsLater(file, revision)) continue;
      try {
        await writeLastKnownGood(file, revision);
        isFailing = false;
      } catch (error) {
        if (!isFailing) failed(error);
        isFailing = true;
      }
      if (!isHurried) await rest();
    }
    writing = undefined;
  };
  const keep = (revision: Revision): void => {
    next = revision;
    writing ??= writeAll();
  };

  return {
    keep,
    async settled() {
      isHurried = true;
      wake();
      await writing;
      isHurried = false;
    },
    keepIfLost(revision) {
      if ((knownOf(file, revision)?.number ?? 0) < revision.number) keep(revision);
    },
  };
}
