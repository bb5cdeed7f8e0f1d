import { isNoticeError, NoticeError } from "../schema/errors/notice-error.ts";
import type { Notice } from "../schema/notice/notice.ts";
import type { NoticeReader } from "./store.ts";

/** What a change follows. */
export interface Base {
  number: number;
  /** Absent if it is damaged. */
  notice?: Notice;
  /** The same; throws STORE_DAMAGED if it is damaged. */
  current(): Notice;
}

/** What the next change of a store follows. */
export async function readBase(store: NoticeReader): Promise<Base> {
  try {
    const { number, notice } = await store.latest();
    return { number, notice, current: () => notice };
  } catch (damage) {
    if (!isNoticeError(damage, "STORE_DAMAGED")) throw damage;
    return { number: await store.latestNumber(), current: throwing(damage) };
  }
}

/** What a revision has followed. */
export async function readBaseOf(store: NoticeReader, number: number): Promise<Base> {
  const [entry] = await store.history({ limit: 1, before: number });
  const revision = entry?.number ?? 0;
  if (entry && "notice" in entry) {
    const { notice } = entry;
    return { number: revision, notice, current: () => notice };
  }
  const reason = entry?.damage ?? "it is missing";
  return { number: revision, current: throwing(new NoticeError("STORE_DAMAGED", { revision, reason })) };
}

function throwing(error: NoticeError): () => never {
  return () => {
    throw error;
  };
}
