import { randomUUID } from "node:crypto";
import type { Installation } from "../schema/settings/installation.ts";
import { readFirstNotice } from "./cache/first-notice.ts";
import { readLastKnownGood } from "./cache/last-known-good.ts";
import type { Revision, StoreBackend } from "./store.ts";

/** The number of the latest revision, and the file that its notice came from when the store was made or mended just now. */
export interface Created {
  number: number;
  from?: string;
}

/**
 * Creates the store if there is none: from the last known good notice, whose revision number goes on, else
 * from `data/notice.json`. A store that has lost revisions goes on from the last known good notice, too.
 * Several processes may do this at once; one of them creates it.
 * @throws NoticeError STORE_…, FIRST_NOTICE_INVALID
 */
export async function createStore(
  backend: StoreBackend,
  { lastKnownGood, firstNotice }: Pick<Installation, "lastKnownGood" | "firstNotice">,
  author: string,
): Promise<Created> {
  const known = readLastKnownGood(lastKnownGood);
  const latest = await backend.latestNumber();
  if (latest !== undefined) {
    if (!known || latest >= known.number) return { number: latest };
    return { number: await republishPast(backend, latest, known, author), from: lastKnownGood };
  }
  const number = known ? known.number + 1 : 1;
  const notice = known?.notice ?? readFirstNotice(firstNotice);
  const isCreated = await backend.create({ number, notice, author, requestId: randomUUID() });
  if (isCreated) return { number, from: known ? lastKnownGood : firstNotice };
  return { number: (await backend.latestNumber()) ?? number };
}

/** Publishes the known notice until its number is beyond the one that visitors have seen; gives the last number. */
async function republishPast(
  backend: StoreBackend,
  latest: number,
  known: Revision,
  author: string,
): Promise<number> {
  const store = await backend.open();
  try {
    let number = latest;
    while (number <= known.number) {
      const draft = { notice: known.notice, author, ifRevision: number, requestId: randomUUID() };
      number = (await store.append(draft)).number;
    }
    return number;
  } finally {
    await store.close();
  }
}
