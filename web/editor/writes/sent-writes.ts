import type { Notice } from "../../../schema/notice/notice.ts";
import type { Base } from "../client/client.ts";
import type { BrowserStorage } from "../kept/browser-storage.ts";
import { isListOf, isNumber, isObjectOf, isOneOf, isPerhaps, isText } from "../kept/checks.ts";
import { isEntityTag, isValidNotice } from "../kept/draft-check.ts";

/** Something that publishes, and the revision that it was made on top of. */
export type Write = { base: Pick<Base, "revision" | "etag"> } & (
  | { notice: Notice }
  /** Says again what this revision said. */
  | { again: number; isUndo?: true }
);

/** A write that was sent under a key, by which the service knows it when it comes again from the same person. */
export interface SentWrite {
  key: string;
  /** Who sent it. */
  by: string;
  /** When it was sent first, in ms since the epoch. */
  at: number;
  write: Write;
}

const isBase = isObjectOf<Write["base"]>({ revision: isNumber, etag: isEntityTag });
const isNew = isObjectOf<Extract<Write, { notice: Notice }>>({ base: isBase, notice: isValidNotice });
const isAgain = isObjectOf<Extract<Write, { again: number }>>({
  base: isBase,
  again: isNumber,
  isUndo: isPerhaps(isOneOf(true)),
});
const isSent = isObjectOf<SentWrite>({
  key: isText,
  by: isText,
  at: isNumber,
  write: (value) => isNew(value) || isAgain(value),
});
const isSentList = isListOf(isSent);

const storedPrefix = "backsoon write ";
/** The number goes up when writes take another form. */
const keyOf = (tab: string): string => `${storedPrefix}2 ${tab}`;
/** For as long as the service answers a key with its first reply, in ms. */
const keptMs = 24 * 60 * 60 * 1000;

/** Keeps what a tab sends, the newest last, so that it is known after a reload; a browser that is full keeps none. */
export function keepWrites(storage: BrowserStorage, tab: string, sent: SentWrite[]): void {
  try {
    if (sent.length === 0) storage.removeItem(keyOf(tab));
    else storage.setItem(keyOf(tab), JSON.stringify(sent));
  } catch {
    // It is known until the page is closed.
  }
}

/** What a tab sent of which nobody has said yet what became of it, the newest last. */
export function keptWrites(storage: BrowserStorage, tab: string): SentWrite[] {
  return readWrites(storage, keyOf(tab));
}

/** Removes what tabs sent more than a day ago, and what cannot be read, so that closed tabs do not fill the browser. */
export function sweepWrites(storage: BrowserStorage, now: number): void {
  try {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
    for (const key of keys.filter((key) => key.startsWith(storedPrefix))) {
      if (!readWrites(storage, key).some(({ at }) => now - at < keptMs)) storage.removeItem(key);
    }
  } catch {
    // What cannot be reached was not kept.
  }
}

function readWrites(storage: BrowserStorage, key: string): SentWrite[] {
  try {
    const sent: unknown = JSON.parse(storage.getItem(key) ?? "null");
    return isSentList(sent) ? (sent as SentWrite[]) : [];
  } catch {
    return [];
  }
}
