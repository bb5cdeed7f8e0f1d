import { randomUUID } from "node:crypto";
import type { Installation } from "../schema/settings/installation.ts";
import { readFirstNotice } from "./cache/first-notice.ts";
import { readLastKnownGood } from "./cache/last-known-good.ts";
import type { Revision, StoreBackend } from "./store.ts";

/** The latest revision's number and, if the store has just been created or repaired, the file its notice came from. */
export interface Created {
  number: number;
  from?: string;
}

/**
 * Creates the store if there is none: from the last known good notice, continuing its revision number, or else from
 * `data/notice.json`. A store that has lost revisions also continues from the last known good notice. Several processes
 * may do this at once; only one of them creates the store.
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

/** Republishes the known notice until its number exceeds the one that visitors have seen; returns the last number. */
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
