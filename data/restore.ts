import { isNoticeError } from "../schema/errors/notice-error.ts";
import type { Notice } from "../schema/notice/notice.ts";
import { latestInBackup, verifyBackup } from "./backup/read.ts";
import { lastKnownNumber, writeLastKnownGood } from "./cache/last-known-good.ts";
import { type NodesSeen, waitForNodes } from "./nodes.ts";
import { whatever } from "./precondition.ts";
import { damagedPredecessor } from "./predecessor.ts";
import { type Publication, type PublishRequest, publish } from "./publish.ts";
import type { Replacement, Revision, StoreBackend } from "./store.ts";
import { deadlineIn } from "./time/deadline.ts";

/** What came of a restore into a store that was missing, broken or new; `done` is absent if nothing was to be written. */
interface Replaced {
  notice: Notice;
  done?: Replacement;
  /** Whether the store that was there took the revisions over; otherwise its files were put aside, and new ones made. */
  isFilled: boolean;
  /** The nodes that show it; absent if nothing was waited for. */
  nodes?: NodesSeen | "unknown" | undefined;
}

type Restored = { publication: Publication } | { replaced: Replaced };

/**
 * Restores the notice from a backup: as a new revision if the store is intact and has a history, otherwise by putting the
 * revisions of the backup in the place of what there is. A store that is missing or broken has revision 0.
 * @throws NoticeError BACKUP_UNREADABLE, STORE_…, WRITE_LOST, what the precondition throws
 */
export async function restore(
  target: { backend: StoreBackend; lastKnownGood: string },
  source: string,
  request: PublishRequest,
): Promise<Restored> {
  const { backend, lastKnownGood } = target;
  const { author, precondition = whatever, dryRun, afterFailover } = request;
  const latest = latestInBackup(source);
  const { notice } = latest;
  const isThere = await isIntact(backend);
  const wasFresh = isThere && (await backend.isFresh());
  if (isThere && !wasFresh) return { publication: await publish(target, request, () => notice) };
  const replace = wasFresh ? undefined : backend.replaceFromBackup;
  const current = (await backend.latestNumber().catch(() => undefined)) ?? 0;
  const predecessor = damagedPredecessor(current, "the store is to be replaced");
  precondition(predecessor, predecessor);
  if (dryRun) {
    verifyBackup(source);
    return { replaced: { notice, isFilled: !replace } };
  }
  // A number known from a store with an id does not concern the one that is made here.
  const seen = lastKnownNumber(lastKnownGood, {});
  const done = replace
    ? await replace(source, seen, author)
    : await backend.fillFromBackup(source, seen, author, afterFailover);
  const { number, storeId } = done;
  await writeLastKnownGood(lastKnownGood, { ...latest, number, storeId }).catch(() => {});
  const nodes = await findNodes(backend, { ...latest, number }, request.waitMs ?? 0);
  return { replaced: { notice, isFilled: !replace, done, nodes } };
}

/** The change is made, even if nobody can say who shows it. */
async function findNodes(
  backend: StoreBackend,
  revision: Revision,
  waitMs: number,
): Promise<NodesSeen | "unknown" | undefined> {
  if (!backend.fleet || waitMs === 0) return undefined;
  const deadline = deadlineIn(waitMs);
  try {
    const store = await backend.read(deadline);
    return await waitForNodes(store, revision, deadline).finally(() => store.close());
  } catch {
    return "unknown";
  }
}

/** Whether there is a store that can take a revision; one that is merely locked is not replaced. */
async function isIntact(backend: StoreBackend): Promise<boolean> {
  try {
    return (await backend.latestNumber()) !== undefined;
  } catch (error) {
    const isBroken = (["STORE_CORRUPT", "STORE_FOREIGN"] as const).some((code) => isNoticeError(error, code));
    if (isBroken) return false;
    throw error;
  }
}
