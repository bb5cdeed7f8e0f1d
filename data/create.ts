import { randomUUID } from "node:crypto";
import { isNoticeError } from "../schema/errors/notice-error.ts";
import type { Installation } from "../schema/settings/installation.ts";
import { readFirstNotice } from "./cache/first-notice.ts";
import { readLastKnownGood } from "./cache/last-known-good.ts";
import { isShared, type Revision, type StoreBackend, whileOpen } from "./store.ts";
import type { Deadline } from "./time/deadline.ts";

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
  deadline?: Deadline,
): Promise<Created> {
  const known = readLastKnownGood(lastKnownGood);
  const latest = await backend.latestNumber(deadline);
  if (latest !== undefined) {
    // A store that several machines share does not continue from what one of them remembers.
    if (!known || isShared(known) || latest >= known.number) return { number: latest };
    const number = await republish(backend, latest, known, author, deadline);
    return number === undefined
      ? createStore(backend, { lastKnownGood, firstNotice }, author, deadline)
      : { number, from: lastKnownGood };
  }
  const number = known ? known.number + 1 : 1;
  const notice = known?.notice ?? readFirstNotice(firstNotice);
  const first = { number, notice, author, requestId: randomUUID(), wasShown: known !== undefined };
  const isCreated = await backend.create(first, deadline);
  if (isCreated) return { number, from: known ? lastKnownGood : firstNotice };
  return { number: (await backend.latestNumber(deadline)) ?? number };
}

/**
 * Republishes the known notice with a number beyond the one that visitors have seen, and returns it; undefined if
 * somebody else has changed the store meanwhile.
 */
async function republish(
  backend: StoreBackend,
  follows: number,
  { notice, number: after }: Revision,
  author: string,
  deadline: Deadline | undefined,
): Promise<number | undefined> {
  const change = { notice, author, follows, after, requestId: randomUUID(), wasShown: true };
  try {
    const { number } = await whileOpen(backend.open(deadline), (store) => store.append(change));
    return number;
  } catch (error) {
    if (isNoticeError(error, "REVISION_CONFLICT")) return undefined;
    throw error;
  }
}
