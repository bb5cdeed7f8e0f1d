import { randomUUID } from "node:crypto";
import type { Installation } from "../schema/settings/installation.ts";
import { readFirstNotice } from "./cache/first-notice.ts";
import { readLastKnownGood } from "./cache/last-known-good.ts";
import type { NoticePlace, Revision } from "./store.ts";

/** The newest revision, and the file that its notice came from when the store was made or mended just now. */
export interface Created {
  revision: number;
  from?: string;
}

/**
 * Creates the store if there is none: from the last known good notice, whose revision number goes on, else
 * from `data/notice.json`. A store that has lost revisions goes on from the last known good notice, too.
 * Several processes may do this at once; one of them creates it.
 * @throws NoticeError STORE_…, FIRST_NOTICE_INVALID
 */
export async function createStore(
  place: NoticePlace,
  { lastKnownGood, firstNotice }: Pick<Installation, "lastKnownGood" | "firstNotice">,
  author: string,
): Promise<Created> {
  const known = readLastKnownGood(lastKnownGood);
  const newest = await place.newest();
  if (newest !== undefined) {
    if (!known || newest >= known.revision) return { revision: newest };
    return { revision: await goOn(place, newest, known, author), from: lastKnownGood };
  }
  const revision = known ? known.revision + 1 : 1;
  const notice = known?.notice ?? readFirstNotice(firstNotice);
  const created = await place.create({ revision, notice, author, requestId: randomUUID() });
  if (created) return { revision, from: known ? lastKnownGood : firstNotice };
  return { revision: (await place.newest()) ?? revision };
}

/** Posts the known notice until its number is beyond the one that visitors have seen. */
async function goOn(place: NoticePlace, newest: number, known: Revision, author: string): Promise<number> {
  const store = await place.open();
  try {
    let revision = newest;
    while (revision <= known.revision) {
      const draft = { notice: known.notice, author, ifRevision: revision, requestId: randomUUID() };
      revision = (await store.append(draft)).revision;
    }
    return revision;
  } finally {
    await store.close();
  }
}
