import { readStoredNotice } from "../../schema/notice/check.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { readRegularFile } from "../../schema/text/regular-file.ts";
import { replaceFile } from "../files/replace-file.ts";
import { maxRevisionNumber, type NoticeReader, type Revision } from "../store.ts";

/** Larger than any notice, in bytes: a larger file was not written by us. */
const maxKnownGoodBytes = 2 * 1024 * 1024;

/** The revision in the file, or undefined if there is none that can be trusted. */
export function readLastKnownGood(file: string): Revision | undefined {
  try {
    const text = readRegularFile(file, maxKnownGoodBytes).toString();
    const { revision: number, notice, author, createdAt, store } = JSON.parse(text);
    const isPlausible = Number.isInteger(number) && number >= 1 && number <= maxRevisionNumber;
    if (!isPlausible || Number.isNaN(Date.parse(createdAt))) return undefined;
    const revision = { number, notice: readNotice(notice), author: String(author), createdAt };
    return typeof store === "string" ? { ...revision, storeId: store } : revision;
  } catch {
    return undefined;
  }
}

/** Reads a kept notice: only the original fields, if a newer version has kept some that this one does not know. */
function readNotice(notice: Notice): Notice {
  try {
    return readStoredNotice(notice);
  } catch {
    const { isEnabled, title, message, expectedReturn, contactEmail } = notice;
    return readStoredNotice(
      JSON.parse(JSON.stringify({ isEnabled, title, message, expectedReturn, contactEmail })),
    );
  }
}

/** Writes a revision to the file atomically. */
export function writeLastKnownGood(
  file: string,
  { number: revision, author, createdAt, notice, storeId: store }: Revision,
): Promise<void> {
  const kept = { revision, author, createdAt, notice, store };
  return replaceFile(file, `${JSON.stringify(kept, null, 2)}\n`);
}

/** The revision number in the file; 0 if there is none, or it is of another store. */
export function lastKnownNumber(file: string, { storeId }: Pick<NoticeReader, "storeId">): number {
  const known = readLastKnownGood(file);
  return known?.storeId === storeId ? (known?.number ?? 0) : 0;
}

/**
 * Keeps the store's latest revision, which was `latest` a moment ago. Several processes may do so at once. Each checks
 * the store after it has written, so that an earlier revision never stays in place of a later one.
 */
export async function keepLatest(
  file: string,
  store: Pick<NoticeReader, "latest" | "latestNumber" | "storeId">,
  latest: Revision,
): Promise<void> {
  for (let kept = latest; ; kept = await store.latest()) {
    if (lastKnownNumber(file, store) <= kept.number)
      await writeLastKnownGood(file, { ...kept, storeId: store.storeId });
    if ((await store.latestNumber()) === kept.number) return;
  }
}
