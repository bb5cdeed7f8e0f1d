import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { checkNotice } from "../schema/check.ts";
import type { NoticeStore, Revision } from "./store.ts";

/** The revision in the file, or undefined when there is none that can be trusted. */
export function readLastKnownGood(file: string): Revision | undefined {
  try {
    const { revision, notice, author, createdAt } = JSON.parse(readFileSync(file, "utf8"));
    if (!Number.isSafeInteger(revision) || revision < 1 || Number.isNaN(Date.parse(createdAt)))
      return undefined;
    return { revision, notice: checkNotice(notice), author: String(author), createdAt };
  } catch {
    return undefined;
  }
}

/**
 * Keeps the newest revision in the file. Revisions that come while one is being written are skipped but for the newest; `failed` hears of a disk
 * that does not take it.
 */
export function keepLastKnownGood(
  file: string,
  failed: (error: unknown) => void,
): (revision: Revision) => void {
  let next: Revision | undefined;
  let writing = false;

  const writeAll = async (): Promise<void> => {
    writing = true;
    while (next) {
      const revision = next;
      next = undefined;
      await writeLastKnownGood(file, revision).catch(failed);
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
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await synced(temporary, "w", (handle) => handle.writeFile(text));
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
