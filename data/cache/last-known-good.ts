import { readFileSync, statSync } from "node:fs";
import { checkNotice } from "../../schema/notice/check.ts";
import { replaceFile } from "../files/replace-file.ts";
import type { NoticeStore, Revision } from "../store.ts";

/** No real store gets beyond this number: that would take a change every second for four months. */
const maxNumber = 10_000_000;

/** The revision in the file, or undefined if there is none that can be trusted. */
export function readLastKnownGood(file: string): Revision | undefined {
  try {
    // Reading a pipe would wait for somebody to write to it.
    if (!statSync(file).isFile()) return undefined;
    const { revision: number, notice, author, createdAt } = JSON.parse(readFileSync(file, "utf8"));
    const isPlausible = Number.isInteger(number) && number >= 1 && number <= maxNumber;
    if (!isPlausible || Number.isNaN(Date.parse(createdAt))) return undefined;
    return { number, notice: checkNotice(notice), author: String(author), createdAt };
  } catch {
    return undefined;
  }
}

/** Writes a revision to the file atomically. */
export function writeLastKnownGood(
  file: string,
  { number, author, createdAt, notice }: Revision,
): Promise<void> {
  return replaceFile(file, `${JSON.stringify({ revision: number, author, createdAt, notice }, null, 2)}\n`);
}

/** Keeps the store's latest revision, even when several processes do so at once: the last one to write has checked. */
export async function keepLatest(
  file: string,
  store: Pick<NoticeStore, "latest" | "latestNumber">,
): Promise<void> {
  let kept: Revision;
  do {
    kept = await store.latest();
    await writeLastKnownGood(file, kept);
  } while ((await store.latestNumber()) !== kept.number);
}
