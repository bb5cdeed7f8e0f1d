import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { parseJson } from "../../schema/json/json.ts";
import { checkNotice, readStoredNotice } from "../../schema/notice/change.ts";
import { sha256 } from "../../schema/notice/hash.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { readRegularFile } from "../../schema/settings/env-file.ts";
import { replaceFile } from "../files.ts";
import { counts, maxRevisionNumber, type NoticeReader, type Revision } from "../store.ts";

/** Larger than any notice, in bytes: a larger file was not written by us. */
const maxKnownGoodBytes = 2 * 1024 * 1024;

const end = ".json";
const ownId = /^\.[0-9a-f-]{36}$/;

/** The file for a store: each of several stores that had the same name has its own. */
export function fileFor(file: string, { storeId }: Pick<NoticeReader, "storeId">): string {
  return storeId === undefined ? file : `${file.slice(0, -end.length)}.${storeId}${end}`;
}

/** The newest revision in the files of every store with this name that somebody has written, or else of any. */
export function readLastKnownGood(file: string): Revision | undefined {
  const known = filesOf(file).flatMap((path) => readKnown(path) ?? []);
  return known.find(({ isAutomatic }) => !isAutomatic) ?? known[0];
}

/** The files of every store with this name, the one that was written last first. */
function filesOf(file: string): string[] {
  try {
    const start = basename(file).slice(0, -end.length);
    const isOurs = (name: string) =>
      name === basename(file) ||
      (name.startsWith(start) && name.endsWith(end) && ownId.test(name.slice(start.length, -end.length)));
    const found = readdirSync(dirname(file)).filter(isOurs);
    const paths = found.map((name) => join(dirname(file), name));
    const writtenAt = new Map(paths.map((path) => [path, statSync(path).mtimeMs]));
    return paths.sort((one, other) => (writtenAt.get(other) ?? 0) - (writtenAt.get(one) ?? 0));
  } catch {
    return [file];
  }
}

/** The revision in a file, or undefined if there is none that can be trusted. */
function readKnown(file: string): Revision | undefined {
  try {
    const { sha256: hash, ...kept } = JSON.parse(readRegularFile(file, maxKnownGoodBytes).toString());
    const { revision: number, notice, author, createdAt, store, isAutomatic } = kept;
    const isPlausible = Number.isInteger(number) && number >= 1 && number < maxRevisionNumber;
    if (hash !== hashOfKept(kept) || !isPlausible || Number.isNaN(Date.parse(createdAt))) return undefined;
    const revision = { number, notice: readStoredNotice(notice), author: String(author), createdAt };
    return {
      ...revision,
      ...(typeof store === "string" && { storeId: store }),
      ...(isAutomatic === true && { isAutomatic }),
    };
  } catch {
    return undefined;
  }
}

const hashOfKept = (kept: object): string => sha256(JSON.stringify(kept));

function keptText({ number: revision, author, createdAt, notice, storeId, isAutomatic }: Revision): string {
  const kept = JSON.parse(
    JSON.stringify({ revision, author, createdAt, notice, store: storeId, isAutomatic }),
  );
  return `${JSON.stringify({ ...kept, sha256: hashOfKept(kept) }, null, 2)}\n`;
}

export function writeLastKnownGood(file: string, revision: Revision): Promise<void> {
  return replaceFile(fileFor(file, revision), keptText(revision));
}

/** The last known good revision of a store; undefined if there is none. */
export function knownOf(file: string, store: Pick<NoticeReader, "storeId">): Revision | undefined {
  const known = readKnown(fileFor(file, store));
  return known?.storeId === store.storeId ? known : undefined;
}

function knowsLater(file: string, { number, storeId }: Revision): boolean {
  const known = knownOf(file, { storeId })?.number ?? 0;
  return known > number && counts(known, number);
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
    const { storeId } = store;
    if (!knowsLater(file, { ...kept, storeId })) await writeLastKnownGood(file, { ...kept, storeId });
    if ((await store.latestNumber()) === kept.number) return;
  }
}

/**
 * Makes the keeper of a file, which saves revisions without holding up replies. `failed` is called for the first of
 * several failures in a row.
 */
export function createKeeper(file: string, failed: (error: unknown) => void) {
  let next: Revision | undefined;
  let writing: Promise<void> | undefined;
  let isFailing = false;

  const writeAll = async (): Promise<void> => {
    while (next) {
      const revision: Revision = next;
      next = undefined;
      // A command may have kept a later one meanwhile.
      if (knowsLater(file, revision)) continue;
      try {
        await writeLastKnownGood(file, revision);
        isFailing = false;
      } catch (error) {
        if (!isFailing) failed(error);
        isFailing = true;
      }
    }
    writing = undefined;
  };
  const keep = (revision: Revision): void => {
    next = revision;
    writing ??= writeAll();
  };

  return {
    /** Keeps a revision; of several that arrive while one is being written, only the last is kept. */
    keep,
    /** Resolves when everything is written. */
    settled: async (): Promise<void> => writing,
    /** Keeps a revision if the file is gone or holds an older one. */
    keepIfLost(revision: Revision): void {
      if ((knownOf(file, revision)?.number ?? 0) < revision.number) keep(revision);
    },
  };
}

/** The document that a new installation starts with. @throws NoticeError FIRST_NOTICE_INVALID */
export function readFirstNotice(file: string): Notice {
  try {
    return checkNotice(parseJson(readFileSync(file)));
  } catch (cause) {
    throw new NoticeError("FIRST_NOTICE_INVALID", { file, reason: (cause as Error).message }, { cause });
  }
}
