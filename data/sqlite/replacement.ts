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
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { sync } from "../files/sync.ts";

/** The files of a SQLite store: the database, and those that SQLite puts beside it. */
const parts = ["", "-wal", "-shm", "-journal"];

/** The files beside a store during a replacement. Only the process that has the lock touches them. */
const filesOf = (file: string) => ({
  /** The new store while it is being made. */
  next: `${file}.restoring`,
  /** A copy of the old store. */
  before: `${file}.restoring-before`,
  /** A second name of the old file, which identifies it until it is removed. */
  old: `${file}.restoring-old`,
  /** The new store, once it is complete. */
  whole: `${file}.restored`,
});

/** The path of the new store while it is being made. */
export const nextOf = (file: string): string => filesOf(file).next;

/** Whether there are files of a replacement, which is in progress or was killed. */
export function isUnfinished(file: string): boolean {
  return Object.values(filesOf(file)).some((name) => parts.some((part) => existsSync(name + part)));
}

/** Finishes or removes a replacement that was killed. */
export function clean(file: string): void {
  const { next, before, old } = filesOf(file);
  finish(file);
  for (const part of parts) for (const name of [next, before, old]) rmSync(name + part, { force: true });
}

/** Copies the old store first: even to open a broken store, SQLite may change it and remove its log. */
export function keepBefore(file: string): void {
  for (const part of parts) {
    const stats = statSync(file + part, { throwIfNoEntry: false });
    const before = filesOf(file).before + part;
    if (stats?.isFile()) copyFileSync(file + part, before, constants.COPYFILE_FICLONE);
    // A pipe or a socket cannot be copied.
    else if (stats) renameSync(file + part, before);
  }
}

/**
 * Puts the new store in place of the old one. `letGo` is called when the old files have no name any more, and before
 * the new store has its own. If this is killed, the next `clean` finishes it. Returns where the old store lies.
 */
export async function putThere(file: string, letGo: () => void): Promise<string | undefined> {
  const { next, old, whole } = filesOf(file);
  await sync(next);
  try {
    linkSync(file, old);
  } catch {
    // There is no old file, or the file system has no links: then a killed replacement may keep an extra copy.
  }
  renameSync(next, whole);
  removeParts(file);
  letGo();
  const outcome = finish(file);
  if (!outcome) throw new NoticeError("WRITE_LOST", { file });
  await sync(dirname(file));
  return outcome.aside;
}

/**
 * Gives a complete new store its name, unless another store is there, and the old files one that says when they were
 * found broken. Returns where those lie, or undefined if the new store is not in place.
 */
function finish(file: string): { aside: string | undefined } | undefined {
  const { whole, before, old } = filesOf(file);
  const stats = statSync(whole, { throwIfNoEntry: false });
  if (!stats) return undefined;
  // Killed before the old file was removed: it is unchanged, and will be replaced again.
  if (isSame(statSync(old, { throwIfNoEntry: false }), statSync(file, { throwIfNoEntry: false }))) {
    rmSync(whole);
    return undefined;
  }
  if (!existsSync(file)) {
    // A leftover log would be taken for that of the new store.
    removeParts(file);
    giveName(whole, file);
  }
  const aside = existsSync(before) ? freeName(file) : undefined;
  if (aside) for (const part of parts) if (existsSync(before + part)) renameSync(before + part, aside + part);
  rmSync(whole, { force: true });
  return isSame(stats, statSync(file)) ? { aside } : undefined;
}

/** A name for a broken store that no other one has. */
function freeName(file: string, at = Date.now()): string {
  const time = new Date(at).toISOString().slice(0, 19).replaceAll(":", "-");
  const name = `${file}.broken-${time}Z`;
  return existsSync(name) ? freeName(file, at + 1000) : name;
}

/** Removes the database first: a log alone does no harm, but a database without its log lacks confirmed changes. */
function removeParts(file: string): void {
  for (const part of parts) rmSync(file + part, { force: true });
}

/** By a link, which fails if another file has the name; some file systems have no links. */
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
