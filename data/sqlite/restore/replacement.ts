import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { sync } from "../../files/sync.ts";

/** What SQLite keeps a store in: the file itself, and what it puts beside it. */
const parts = ["", "-wal", "-shm", "-journal"];

/** The files beside a store with which it is replaced; only who has locked its place touches them. */
const filesOf = (file: string) => ({
  /** The new store while it is being made. */
  next: `${file}.restoring`,
  /** What was there before. */
  before: `${file}.restoring-before`,
  /** Another name of the old file, by which it is known until it is removed. */
  old: `${file}.restoring-old`,
  /** The new store, once it is whole. */
  whole: `${file}.restored`,
});

/** The path of the new store while it is being made. */
export const nextOf = (file: string): string => filesOf(file).next;

/** Whether there is something of a replacement, which is going on or was killed. */
export function isUnfinished(file: string): boolean {
  return Object.values(filesOf(file)).some((name) => parts.some((part) => existsSync(name + part)));
}

/** Finishes or removes what a process that was killed has left of a replacement. */
export function clean(file: string): void {
  const { next, before, old } = filesOf(file);
  finish(file);
  for (const part of parts) for (const name of [next, before, old]) rmSync(name + part, { force: true });
}

/** Keeps what is there now: a mere look by SQLite may change a broken store, and use up its log. */
export function keepBefore(file: string): void {
  for (const part of parts) {
    const stats = statSync(file + part, { throwIfNoEntry: false });
    const before = filesOf(file).before + part;
    if (stats?.isFile()) copyFileSync(file + part, before, constants.COPYFILE_FICLONE);
    // A pipe or a socket has nothing to copy.
    else if (stats) renameSync(file + part, before);
  }
}

/**
 * Puts the new store in the place of what is there; `letGo` is called once nobody finds the old files any more, and
 * before anybody finds the new one. If this is killed, the next `clean` finishes it.
 */
export async function putThere(file: string, letGo: () => void): Promise<void> {
  const { next, old, whole } = filesOf(file);
  await sync(next);
  try {
    linkSync(file, old);
  } catch {
    // There is no old file, or the file system has no links: then more is kept than need be.
  }
  renameSync(next, whole);
  removeParts(file);
  letGo();
  if (!finish(file)) throw new NoticeError("WRITE_LOST", { file });
  await sync(dirname(file));
}

/**
 * Gives a whole new store its name, unless there is another store, and what was there before a name that says when. Returns
 * whether the new store is in place.
 */
function finish(file: string): boolean {
  const { whole, before, old } = filesOf(file);
  const stats = statSync(whole, { throwIfNoEntry: false });
  if (!stats) return false;
  // Killed before the old file was removed: nothing has happened to it, and it is repaired once more.
  if (isSame(statSync(old, { throwIfNoEntry: false }), statSync(file, { throwIfNoEntry: false }))) {
    rmSync(whole);
    return false;
  }
  if (!existsSync(file)) {
    // A log that a killed process has left would be taken for that of the new store.
    removeParts(file);
    giveName(whole, file);
  }
  const after = `${file}.before-restore-${new Date().toISOString().replace(/[:.]/g, "-")}`;
  for (const part of parts) if (existsSync(before + part)) renameSync(before + part, after + part);
  rmSync(whole, { force: true });
  return isSame(stats, statSync(file));
}

/** The file first: a log without it does no harm, and it without its log has lost what was acknowledged. */
function removeParts(file: string): void {
  for (const part of parts) rmSync(file + part, { force: true });
}

/** By a link, which fails if somebody was first; some file systems have none. */
function giveName(whole: string, file: string): void {
  try {
    linkSync(whole, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return;
    renameSync(whole, file);
  }
}

function isSame(one: Stats | undefined, other: Stats | undefined): boolean {
  return one !== undefined && one.dev === other?.dev && one.ino === other.ino;
}
