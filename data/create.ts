import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { checkNotice } from "../schema/check.ts";
import { NoticeError } from "../schema/errors.ts";
import type { Installation } from "../schema/installation.ts";
import { parseJson } from "../schema/json.ts";
import type { Notice } from "../schema/notice.ts";
import { readLastKnownGood } from "./last-known-good.ts";
import { createSqliteStore, newestSqliteRevision } from "./sqlite/store.ts";

/** The newest revision, and the file that the first notice came from when the store was made just now. */
export interface Created {
  revision: number;
  from?: string;
}

/**
 * Creates the store if there is none: from the last known good notice, whose revision number goes on, else
 * from `data/notice.json`. Several processes may do this at once; one of them creates it.
 * @throws NoticeError STORE_…, and for a wrong `data/notice.json` the error that tells what is wrong in it
 */
export async function createStore(
  { database, lastKnownGood, firstNotice }: Pick<Installation, "database" | "lastKnownGood" | "firstNotice">,
  author: string,
): Promise<Created> {
  const revision = newestSqliteRevision(database);
  if (revision !== undefined) return { revision };
  const known = readLastKnownGood(lastKnownGood);
  const first = {
    revision: known ? known.revision + 1 : 1,
    notice: known?.notice ?? readNotice(firstNotice),
    author,
    requestId: randomUUID(),
  };
  makeFolder(database);
  if (createSqliteStore(database, first)) {
    return { revision: first.revision, from: known ? lastKnownGood : firstNotice };
  }
  return { revision: newestSqliteRevision(database) ?? first.revision };
}

function readNotice(file: string): Notice {
  try {
    return checkNotice(parseJson(readFileSync(file)));
  } catch (cause) {
    throw new NoticeError("FIRST_NOTICE_INVALID", { file, reason: (cause as Error).message }, { cause });
  }
}

function makeFolder(database: string): void {
  try {
    mkdirSync(dirname(database), { recursive: true });
  } catch (cause) {
    const reason = `its folder cannot be made: ${(cause as NodeJS.ErrnoException).code}`;
    throw new NoticeError("STORE_UNUSABLE", { file: database, reason }, { cause });
  }
}
