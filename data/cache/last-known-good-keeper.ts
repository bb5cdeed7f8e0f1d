import { setTimeout as sleep } from "node:timers/promises";
import type { Revision } from "../store.ts";
import { knownOf, knowsLater, writeLastKnownGood } from "./last-known-good.ts";

/** How long after a write the next one waits, in ms: each syncs twice, which costs more than rendering the page. */
const restMs = 100;

const pauseAfterWrite = (): Promise<void> => sleep(restMs, undefined, { ref: false });

/**
 * Makes the keeper of a file, which saves revisions without holding up replies. `failed` is called for the first of
 * several failures in a row. `pause` is called after each write, and the next write waits for it.
 */
export function createKeeper(
  file: string,
  failed: (error: unknown) => void,
  pause: () => Promise<unknown> = pauseAfterWrite,
) {
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
      if (!isHurried) await rest();
    }
    writing = undefined;
  };
  const keep = (revision: Revision): void => {
    next = revision;
    writing ??= writeAll();
  };

  return {
    /** Keeps a revision; of several that arrive while one is being written, or right after, only the last is kept. */
    keep,
    /** Writes what is waiting without a pause, and resolves when everything is written. */
    async settled(): Promise<void> {
      isHurried = true;
      wake();
      await writing;
      isHurried = false;
    },
    /** Keeps a revision if the file is gone or holds an older one. */
    keepIfLost(revision: Revision): void {
      if ((knownOf(file, revision)?.number ?? 0) < revision.number) keep(revision);
    },
  };
}
