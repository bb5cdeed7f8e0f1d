import type { Notice } from "../schema/notice/notice.ts";
import { latestInBackup, verifyBackup } from "./backup/read.ts";
import { keepLatest, lastKnownNumber } from "./cache/last-known-good.ts";
import { type NodesSeen, waitForNodes } from "./nodes.ts";
import { whatever } from "./precondition.ts";
import { damagedPredecessor } from "./predecessor.ts";
import { type Publication, type PublishRequest, publish } from "./publish.ts";
import { type Replacement, type Revision, type StoreBackend, whileOpen } from "./store.ts";
import { deadlineIn } from "./time/deadline.ts";

/** The outcome of a restore into a store that was missing, broken or new; `done` is absent for a dry run. */
interface Replaced {
  notice: Notice;
  done?: Replacement;
  /** Whether the existing store was filled; otherwise its files were put aside, and new ones made. */
  isFilled: boolean;
  /** The nodes that show it; absent if they were not waited for. */
  nodes?: NodesSeen | "unknown" | undefined;
}

type Restored = { publication: Publication } | { replaced: Replaced };

/**
 * Restores the notice from a backup: as a new revision if nothing is wrong with the store and it has a history, otherwise
 * by repairing it, or by filling it with the revisions of the backup. A store that is missing has revision 0.
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
  // Repeated if somebody else has repaired the store meanwhile.
  for (;;) {
    const isSound = await backend.isSound(dryRun);
    if (isSound && !(await backend.isFresh()))
      return { publication: await publish(target, request, () => notice) };
    const repair = isSound ? undefined : backend.repairFromBackup;
    const assertMay = (current: number): void => {
      const predecessor = damagedPredecessor(current, "the store is to be replaced");
      precondition(predecessor, predecessor);
    };
    // The number of a shared store does not matter for the store that is made here.
    const seen = (): number => lastKnownNumber(lastKnownGood, {});
    if (dryRun || !repair) assertMay((await backend.latestNumber().catch(() => undefined)) ?? 0);
    if (dryRun) {
      verifyBackup(source);
      return { replaced: { notice, isFilled: !repair } };
    }
    const done = repair
      ? await repair(source, { author, seen, assertMay })
      : await backend.fillFromBackup(source, seen(), author, afterFailover);
    if (!done) continue;
    await keep(target, { ...latest, number: done.number }).catch(() => {});
    const nodes = await findNodes(backend, { ...latest, number: done.number }, request.waitMs ?? 0);
    return { replaced: { notice, isFilled: !repair, done, nodes } };
  }
}

async function keep(
  { backend, lastKnownGood }: { backend: StoreBackend; lastKnownGood: string },
  revision: Revision,
): Promise<void> {
  await whileOpen(backend.read(), (store) => keepLatest(lastKnownGood, store, revision));
}

/** Finds the nodes that show it. Never rejects: the change is made. */
async function findNodes(
  backend: StoreBackend,
  revision: Revision,
  waitMs: number,
): Promise<NodesSeen | "unknown" | undefined> {
  if (!backend.fleet || waitMs === 0) return undefined;
  const deadline = deadlineIn(waitMs);
  const seen = whileOpen(backend.read(deadline), (store) => waitForNodes(store, revision, deadline));
  return seen.catch(() => "unknown");
}
