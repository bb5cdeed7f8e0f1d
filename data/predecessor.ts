import { isNoticeError, NoticeError } from "../schema/errors/notice-error.ts";
import type { Notice } from "../schema/notice/notice.ts";
import type { NoticeReader } from "./store.ts";

/** The revision that a change follows; its number is 0 if it follows none. */
export interface Predecessor {
  number: number;
  /** Absent if it is damaged. */
  notice?: Notice;
  /** The notice; throws STORE_DAMAGED if it is damaged. */
  current(): Notice;
}

/** The predecessor of a store's next change: its latest revision. */
export async function readPredecessor(store: NoticeReader): Promise<Predecessor> {
  try {
    const { number, notice } = await store.latest();
    return { number, notice, current: () => notice };
  } catch (damage) {
    if (!isNoticeError(damage, "STORE_DAMAGED")) throw damage;
    return { number: await store.latestNumber(), current: throwing(damage) };
  }
}

/** The predecessor of a revision. */
export async function readPredecessorOf(store: NoticeReader, number: number): Promise<Predecessor> {
  const [entry] = await store.history({ limit: 1, before: number });
  if (!entry) return damagedPredecessor(0, "it is missing");
  if ("damage" in entry) return damagedPredecessor(entry.number, entry.damage);
  const { notice } = entry;
  return { number: entry.number, notice, current: () => notice };
}

/** A predecessor with only its number, and the reason why. */
export function damagedPredecessor(number: number, reason: string): Predecessor {
  return { number, current: throwing(new NoticeError("STORE_DAMAGED", { revision: number, reason })) };
}

function throwing(error: NoticeError): () => never {
  return () => {
    throw error;
  };
}
