import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { checkNotice } from "../schema/check.ts";
import { NoticeError } from "../schema/errors.ts";
import type { Installation } from "../schema/installation.ts";
import { parseJson } from "../schema/json.ts";
import type { Notice } from "../schema/notice.ts";
import { readLastKnownGood } from "./last-known-good.ts";
import type { NoticePlace } from "./store.ts";

/** The newest revision, and the file that the first notice came from when the store was made just now. */
export interface Created {
  revision: number;
  from?: string;
}

/**
 * Creates the store if there is none: from the last known good notice, whose revision number goes on, else
 * from `data/notice.json`. Several processes may do this at once; one of them creates it.
 * @throws NoticeError STORE_…, FIRST_NOTICE_INVALID
 */
export async function createStore(
  place: NoticePlace,
  { lastKnownGood, firstNotice }: Pick<Installation, "lastKnownGood" | "firstNotice">,
  author: string,
): Promise<Created> {
  const newest = await place.newest();
  if (newest !== undefined) return { revision: newest };
  const known = readLastKnownGood(lastKnownGood);
  const revision = known ? known.revision + 1 : 1;
  const notice = known?.notice ?? readFirstNotice(firstNotice);
  const created = await place.create({ revision, notice, author, requestId: randomUUID() });
  if (created) return { revision, from: known ? lastKnownGood : firstNotice };
  return { revision: (await place.newest()) ?? revision };
}

function readFirstNotice(file: string): Notice {
  try {
    return checkNotice(parseJson(readFileSync(file)));
  } catch (cause) {
    throw new NoticeError("FIRST_NOTICE_INVALID", { file, reason: (cause as Error).message }, { cause });
  }
}
