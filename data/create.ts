import { randomUUID } from "node:crypto";
import type { Installation } from "../schema/settings/settings.ts";
import { fileFor, readFirstNotice, readLastKnownGood } from "./cache/last-known-good.ts";
import type { Deadline } from "./deadline.ts";
import type { StoreBackend } from "./store.ts";

/** The latest revision's number and, if the store has just been created, the file its notice came from. */
export interface Created {
  number: number;
  from?: string;
}

/**
 * Creates the store if there is none: from the last known good notice, continuing its revision number, or else from
 * `data/notice.json`. Several processes may do this at once; only one of them creates the store.
 * @throws NoticeError STORE_…, FIRST_NOTICE_INVALID
 */
export async function createStore(
  backend: StoreBackend,
  { lastKnownGood, firstNotice }: Pick<Installation, "lastKnownGood" | "firstNotice">,
  author: string,
  deadline?: Deadline,
): Promise<Created> {
  const latest = await backend.latestNumber(deadline);
  if (latest !== undefined) return { number: latest };
  const known = readLastKnownGood(lastKnownGood);
  const number = known ? known.number + 1 : 1;
  const notice = known?.notice ?? readFirstNotice(firstNotice);
  const isAutomatic = known ? known.isAutomatic : true;
  const first = { number, notice, author, requestId: randomUUID(), wasShown: known !== undefined };
  const isCreated = await backend.create({ ...first, ...(isAutomatic && { isAutomatic }) }, deadline);
  if (isCreated) return { number, from: known ? fileFor(lastKnownGood, known) : firstNotice };
  return { number: (await backend.latestNumber(deadline)) ?? number };
}
