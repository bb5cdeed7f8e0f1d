import type { Notice } from "../../../schema/notice/notice.ts";
import type { Base } from "../client/client.ts";
import type { BrowserStorage } from "../kept/browser-storage.ts";
import { isNumber, isObjectOf, isOneOf, isPerhaps, isText } from "../kept/checks.ts";
import { isEntityTag, isNotice } from "../kept/draft-check.ts";

/** Something that publishes, and the revision that it was made on top of. */
export type Write = { base: Pick<Base, "revision" | "etag"> } & (
  | { notice: Notice }
  /** Says again what this revision said. */
  | { again: number; isUndo?: true }
);

/** A write that was sent under a key, by which the service knows it when it comes again. */
export interface SentWrite {
  key: string;
  write: Write;
}

const isBase = isObjectOf<Write["base"]>({ revision: isNumber, etag: isEntityTag });
const isNew = isObjectOf<Extract<Write, { notice: Notice }>>({ base: isBase, notice: isNotice });
const isAgain = isObjectOf<Extract<Write, { again: number }>>({
  base: isBase,
  again: isNumber,
  isUndo: isPerhaps(isOneOf(true)),
});
const isSent = isObjectOf<SentWrite>({ key: isText, write: (value) => isNew(value) || isAgain(value) });

const keyOf = (tab: string): string => `backsoon write 1 ${tab}`;

/** Keeps the write that a tab sends, so that it is known after a reload; a browser that is full keeps none. */
export function keepWrite(storage: BrowserStorage, tab: string, sent: SentWrite): void {
  try {
    storage.setItem(keyOf(tab), JSON.stringify(sent));
  } catch {
    // It is known until the page is closed.
  }
}

/** The write that a tab sent last, of which nobody has said yet what became of it. */
export function keptWrite(storage: BrowserStorage, tab: string): SentWrite | undefined {
  try {
    const sent: unknown = JSON.parse(storage.getItem(keyOf(tab)) ?? "null");
    return isSent(sent) ? (sent as SentWrite) : undefined;
  } catch {
    return undefined;
  }
}

export function forgetWrite(storage: BrowserStorage, tab: string): void {
  try {
    storage.removeItem(keyOf(tab));
  } catch {
    // What cannot be reached was not kept.
  }
}
