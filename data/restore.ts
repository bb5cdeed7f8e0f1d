import { isNoticeError, NoticeError } from "../schema/errors/notice-error.ts";
import type { Notice } from "../schema/notice/notice.ts";
import { readLastKnownGood, writeLastKnownGood } from "./cache/last-known-good.ts";
import { type Publication, type PublishRequest, publish } from "./publish.ts";
import type { Revision, StoreBackend } from "./store.ts";

/** A missing or broken store that was replaced by a copy, or would be; `number` is that of its latest revision. */
interface Replacement {
  notice: Notice;
  number?: number;
}

type Restored = { publication: Publication } | { replacement: Replacement };

/**
 * Restores the notice from a backup: as a new revision if the store is intact, otherwise by putting the whole copy in
 * the place of the store, whose files are kept beside it.
 * @throws NoticeError BACKUP_UNREADABLE, STORE_…, REVISION_CONFLICT, WRITE_LOST
 */
export async function restore(
  target: { backend: StoreBackend; lastKnownGood: string },
  source: string,
  request: PublishRequest,
): Promise<Restored> {
  const { backend, lastKnownGood } = target;
  const copy = await readCopy(backend, source);
  if (await isWhole(backend)) return { publication: await publish(target, request, () => copy.notice) };
  if (request.dryRun) return { replacement: { notice: copy.notice } };
  const seen = readLastKnownGood(lastKnownGood)?.number ?? 0;
  const number = await backend.replaceByCopy(source, seen, request.author);
  await writeLastKnownGood(lastKnownGood, { ...copy, number }).catch(() => {});
  return { replacement: { notice: copy.notice, number } };
}

async function readCopy(backend: StoreBackend, file: string): Promise<Revision> {
  try {
    return await backend.readCopy(file);
  } catch (cause) {
    const isMissing = isNoticeError(cause, "STORE_MISSING");
    const reason = isMissing ? "it contains no store" : (cause as Error).message.replace(/\.$/, "");
    throw new NoticeError("BACKUP_UNREADABLE", { file, reason }, { cause });
  }
}

/** Whether there is a store that can take a revision; one that is merely locked is not replaced. */
async function isWhole(backend: StoreBackend): Promise<boolean> {
  try {
    const store = await backend.open();
    await store.latestNumber().finally(() => store.close());
    return true;
  } catch (error) {
    const isBroken = (["STORE_MISSING", "STORE_CORRUPT", "STORE_FOREIGN"] as const).some((code) =>
      isNoticeError(error, code),
    );
    if (isBroken) return false;
    throw error;
  }
}
