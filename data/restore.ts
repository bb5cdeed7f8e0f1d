import type { Notice } from "../schema/notice/notice.ts";
import { checkBackup } from "./backup.ts";
import { keepLatest, readLastKnownGood } from "./cache/last-known-good.ts";
import { deadlineIn } from "./deadline.ts";
import { waitForNodes } from "./nodes.ts";
import {
  nothingStanding,
  type Outcome,
  type PublishRequest,
  publish,
  readStanding,
  type Target,
  whatever,
} from "./publish.ts";
import { type CheckedBackup, type Replacement, whileOpen } from "./store.ts";

/** The outcome of a restore into a store that was missing, broken, new or behind; `done` is absent for a dry run. */
interface Replaced extends Pick<Outcome, "nodes"> {
  notice: Notice;
  backup: CheckedBackup;
  done?: Replacement;
  /** Whether the existing store was filled; otherwise its files were moved aside, and new ones made. */
  isFilled: boolean;
}

/**
 * Restores the notice from a backup: as a new revision if nothing is wrong with the store and it has a history of its
 * own. Otherwise the revisions of the backup fill the store, or take the place of a broken one.
 * @throws NoticeError BACKUP_UNREADABLE, STORE_…, WRITE_LOST, what the precondition throws
 */
export async function restore(
  target: Target,
  source: string,
  request: PublishRequest,
): Promise<{ publication: Outcome } | { replaced: Replaced }> {
  const { backend, lastKnownGood } = target;
  const { author, precondition = whatever, dryRun, waitMs = 0 } = request;
  const backup = await checkBackup(source);
  const { latest } = backup;
  // Repeated if somebody else has replaced the store meanwhile.
  for (;;) {
    const versions = await backend.versions(dryRun);
    if (versions && versions.length !== 1 && !backup.continues(versions))
      return { publication: await publish(target, request, () => latest.notice) };
    const repair = versions ? undefined : backend.repairFromBackup;
    const standing = versions
      ? await whileOpen(backend.read(), (store) => readStanding(store, lastKnownGood))
      : nothingStanding();
    precondition(standing, standing);
    const replaced = { notice: latest.notice, backup, isFilled: !repair };
    if (dryRun) return { replaced };
    const done = repair
      ? await repair(backup, () => readLastKnownGood(lastKnownGood), author)
      : await backend.fillFromBackup(backup, standing.known, author);
    if (!done) continue;
    const { notice } = done.again ?? latest;
    // Never throws: the change is made, whoever shows it.
    const nodes = await whileOpen(backend.read(), async (store) => {
      await keepLatest(lastKnownGood, store, await store.latest());
      const shown = { ...latest, notice, number: done.number };
      return waitMs === 0 ? undefined : waitForNodes(store, shown, deadlineIn(waitMs));
    }).catch(() => (backend.forgetNodes && waitMs > 0 ? ("unknown" as const) : undefined));
    return { replaced: { ...replaced, notice, done, nodes } };
  }
}
