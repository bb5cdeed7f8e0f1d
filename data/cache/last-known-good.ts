import { randomUUID } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { checkNotice } from "../../schema/notice/check.ts";
import { likeItsFolder } from "../files/like-its-folder.ts";
import type { NoticeStore, Revision } from "../store.ts";

/** A revision beyond this is none that anybody has posted: a change every second for four months. */
const mostRevisions = 10_000_000;

/** The revision in the file, or undefined when there is none that can be trusted. */
export function readLastKnownGood(file: string): Revision | undefined {
  try {
    // Whoever reads a pipe waits for somebody who writes.
    if (!statSync(file).isFile()) return undefined;
    const { revision, notice, author, createdAt } = JSON.parse(readFileSync(file, "utf8"));
    const isPlausible = Number.isInteger(revision) && revision >= 1 && revision <= mostRevisions;
    if (!isPlausible || Number.isNaN(Date.parse(createdAt))) return undefined;
    return { revision, notice: checkNotice(notice), author: String(author), createdAt };
  } catch {
    return undefined;
  }
}

/**
 * Keeps the newest revision in the file. Revisions that come while one is being written are skipped but for the newest;
 * `failed` hears of a disk that does not take it, once until it does.
 */
export function keepLastKnownGood(
  file: string,
  failed: (error: unknown) => void,
): (revision: Revision) => void {
  let next: Revision | undefined;
  let writing = false;
  let isFailing = false;

  const writeAll = async (): Promise<void> => {
    writing = true;
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
    writing = false;
  };

  return (revision) => {
    next = revision;
    if (!writing) void writeAll();
  };
}

/** Keeps the newest revision of the store, also when several do so at once: whoever writes last has looked again. */
export async function keepNewest(file: string, store: Pick<NoticeStore, "latest" | "newest">): Promise<void> {
  let kept: Revision;
  do {
    kept = await store.latest();
    await writeLastKnownGood(file, kept);
  } while ((await store.newest()) !== kept.revision);
}

/** Writes a revision to the file, which is whole at any moment: write, sync, rename, sync the folder. */
export function writeLastKnownGood(file: string, revision: Revision): Promise<void> {
  return replaceFile(file, `${JSON.stringify(revision, null, 2)}\n`);
}

async function replaceFile(file: string, text: string): Promise<void> {
  // It outlives a folder that was removed with everything in it.
  await mkdir(dirname(file)).catch(() => {});
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await synced(temporary, "w", (handle) => handle.writeFile(text));
    likeItsFolder(temporary);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await synced(dirname(file), "r", async () => {});
}

async function synced(
  path: string,
  flags: string,
  work: (handle: Awaited<ReturnType<typeof open>>) => Promise<void>,
) {
  const handle = await open(path, flags);
  try {
    await work(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
