import { randomUUID } from "node:crypto";
import { isNoticeError, NoticeError } from "../schema/errors/notice-error.ts";
import { checkNotice } from "../schema/notice/check.ts";
import { type Change, difference } from "../schema/notice/difference.ts";
import type { Notice } from "../schema/notice/notice.ts";
import { keepLatest, readLastKnownGood } from "./cache/last-known-good.ts";
import type { NoticeStore, Revision, StoreBackend } from "./store.ts";

/** Makes the next document from the current one; `current` throws if the latest revision is damaged. */
export type NextNotice = (current: () => Notice, store: NoticeStore) => unknown;

export interface PublishRequest {
  author: string;
  /** Refuse unless this is the number of the latest revision. */
  ifRevision?: number | undefined;
  /** Find out what would change, without changing anything. */
  dryRun?: boolean | undefined;
}

/** The outcome of a change. */
export interface Publication {
  /** The number of the latest revision. */
  number: number;
  notice: Notice;
  changes: Change[];
  /** The new revision; absent when nothing was published. */
  published?: Revision;
}

interface Target {
  backend: StoreBackend;
  /** Where the last known good notice is kept. */
  lastKnownGood: string;
}

/**
 * Publishes a changed notice. Concurrent changes by others are not overwritten: this change is made again on top of
 * theirs or, with `ifRevision`, refused.
 * @throws NoticeError NOTICE_INVALID, REVISION_CONFLICT, STORE_…, WRITE_LOST
 */
export async function publish(
  { backend, lastKnownGood }: Target,
  { author, ifRevision, dryRun = false }: PublishRequest,
  next: NextNotice,
): Promise<Publication> {
  const store = await backend.open();
  const requestId = randomUUID();
  try {
    for (;;) {
      // Read first: a store that has lost nothing contains whatever is known by now.
      const known = readLastKnownGood(lastKnownGood)?.number ?? 0;
      const base = await readBase(store);
      refuseBehind(base.number, known);
      if (ifRevision !== undefined && ifRevision !== base.number) {
        throw new NoticeError("REVISION_CONFLICT", { expected: ifRevision, current: base.number });
      }
      const notice = checkNotice(await next(base.current, store));
      const changes = difference(base.notice, notice);
      if (changes.length === 0 || dryRun) return { number: base.number, notice, changes };
      try {
        const published = await store.append({ notice, author, ifRevision: base.number, requestId });
        // In case no server is running to keep it. That the store has it is what counts.
        await keepLatest(lastKnownGood, store).catch(() => {});
        return { number: published.number, notice: published.notice, changes, published };
      } catch (error) {
        if (ifRevision !== undefined || !isNoticeError(error, "REVISION_CONFLICT")) throw error;
      }
    }
  } finally {
    await store.close();
  }
}

/** A store that has lost revisions would hand out their numbers again. */
function refuseBehind(current: number, known: number): void {
  if (current < known) throw new NoticeError("STORE_BEHIND", { current, known });
}

async function readBase(
  store: NoticeStore,
): Promise<{ number: number; notice?: Notice; current: () => Notice }> {
  try {
    const { number, notice } = await store.latest();
    return { number, notice, current: () => notice };
  } catch (damage) {
    if (!isNoticeError(damage, "STORE_DAMAGED")) throw damage;
    const current = () => {
      throw damage;
    };
    return { number: await store.latestNumber(), current };
  }
}
