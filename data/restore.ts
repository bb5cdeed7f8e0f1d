import type { Notice } from "../schema/notice/notice.ts";
import { checkBackup } from "./backup/read.ts";
import { keepLatest, readLastKnownGood } from "./cache/last-known-good.ts";
import { type NodesSeen, waitForNodes } from "./nodes.ts";
import { whatever } from "./precondition.ts";
import { nothingStanding, readStanding } from "./predecessor.ts";
import { type Publication, type PublishRequest, publish } from "./publish.ts";
import { type Replacement, type Revision, type StoreBackend, whileOpen } from "./store.ts";
import { deadlineIn } from "./time/deadline.ts";

/** The outcome of a restore into a store that was missing, broken, new or behind; `done` is absent for a dry run. */
interface Replaced {
  notice: Notice;
  done?: Replacement;
  /** The number of the backup's latest revision. */
  latest: number;
  /** Whether the existing store was filled; otherwise its files were moved aside, and new ones made. */
  isFilled: boolean;
  /** The nodes that show it; absent if they were not waited for. */
  nodes?: NodesSeen | "unknown" | undefined;
}

type Restored = { publication: Publication } | { replaced: Replaced };

interface Target {
  backend: StoreBackend;
  lastKnownGood: string;
}

/**
 * Restores the notice from a backup: as a new revision if nothing is wrong with the store and it has a history of its
 * own. Otherwise the revisions of the backup fill the store, or take the place of a broken one.
 * @throws NoticeError BACKUP_UNREADABLE, STORE_…, WRITE_LOST, what the precondition throws
 */
export async function restore(target: Target, source: string, request: PublishRequest): Promise<Restored> {
  const { backend, lastKnownGood } = target;
  const { author, precondition = whatever, dryRun } = request;
  const { latest } = await checkBackup(source);
  const { number, notice } = latest;
  // Repeated if somebody else has replaced the store meanwhile.
  for (;;) {
    const isSound = await backend.isSound(dryRun);
    if (isSound && !(await backend.mayFill(source)))
      return { publication: await publish(target, request, () => notice) };
    const repair = isSound ? undefined : backend.repairFromBackup;
    const standing = isSound
      ? await whileOpen(backend.read(), (store) => readStanding(store, lastKnownGood))
      : nothingStanding();
    precondition(standing, standing);
    const replaced = { notice, latest: number, isFilled: !repair };
    if (dryRun) return { replaced };
    const known = () => readLastKnownGood(lastKnownGood);
    const done = repair
      ? await repair(source, known, author)
      : await backend.fillFromBackup(source, standing.known, author);
    if (!done) continue;
    const shown = { ...latest, notice: done.again?.notice ?? notice, number: done.number };
    await keep(target).catch(() => {});
    const nodes = await findNodes(backend, shown, request.waitMs ?? 0);
    return { replaced: { ...replaced, notice: shown.notice, done, nodes } };
  }
}

async function keep({ backend, lastKnownGood }: Target): Promise<void> {
  await whileOpen(backend.read(), async (store) => keepLatest(lastKnownGood, store, await store.latest()));
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
