import { readStoredNotice } from "../../schema/notice/check.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { readRegularFile } from "../../schema/text/regular-file.ts";
import { replaceFile } from "../files/replace-file.ts";
import { maxRevisionNumber, type NoticeReader, type Revision } from "../store.ts";

/** More than any notice takes, in bytes: whatever is larger was not written by us. */
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

/**
 * A notice that a newer version kept may have fields that this one does not know: those of every version are enough.
 */
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

/** The number in the file if it is of this store; 0 if it is of another, or there is none. */
export function lastKnownNumber(file: string, { storeId }: Pick<NoticeReader, "storeId">): number {
  const known = readLastKnownGood(file);
  return known?.storeId === storeId ? (known?.number ?? 0) : 0;
}

/**
 * Keeps the store's latest revision, which was `latest` a moment ago. Several processes may do so at once: whoever
 * writes last has checked, so that a later revision is never replaced by an earlier one.
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
