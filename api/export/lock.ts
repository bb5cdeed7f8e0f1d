import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { writeNewFile } from "./synced.ts";

/** Locks a file for all programs, and returns a function that unlocks it; undefined if it is locked already. */
export type TryLock = (file: string) => (() => void) | undefined;

/** The file that an exporting program locks. It stays, empty. */
const lockFile = ".backsoon-lock";

/** How long a program waits for the lock, in ms, and how often it tries. */
const turnTimeoutMs = 10_000;
const turnPauseMs = 50;

interface TurnParts {
  /** The folder's name in errors. */
  folder: string;
  tryLock: TryLock;
}

/**
 * Does work while no other program exports to the folder at a path.
 * @throws NoticeError EXPORT_BUSY, EXPORT_FOREIGN, and what the work throws
 */
export async function inTurn<T>(
  path: string,
  { folder, tryLock }: TurnParts,
  work: () => Promise<T>,
): Promise<T> {
  const file = join(path, lockFile);
  await makeLockFile(folder, file);
  const unlock = await takeTurn(folder, () => tryLock(file));
  try {
    return await work();
  } finally {
    unlock();
  }
}

async function makeLockFile(folder: string, file: string): Promise<void> {
  const present = await lstat(file).catch(() => undefined);
  if (present === undefined) {
    await writeNewFile(file, "").catch((error: NodeJS.ErrnoException) => {
      // Another program was first.
      if (error.code !== "EEXIST") throw error;
    });
  } else if (!present.isFile() || present.size > 0) {
    throw new NoticeError("EXPORT_FOREIGN", { folder, name: lockFile });
  }
}

async function takeTurn(folder: string, tryOnce: () => (() => void) | undefined): Promise<() => void> {
  const until = performance.now() + turnTimeoutMs;
  for (;;) {
    const unlock = tryOnce();
    if (unlock) return unlock;
    if (performance.now() > until) throw new NoticeError("EXPORT_BUSY", { folder });
    await sleep(turnPauseMs);
  }
}
