import { isNoticeError } from "../../schema/errors/notice-error.ts";
import type { NoticeWatcher, StoreBackend } from "../store.ts";

/**
 * Creates the store where there is none and opens it, in a process of its own. Rejects when that cannot be done, with
 * STORE_PROBE_FAILED when the process did not live to tell why.
 */
export type Probe = () => Promise<void>;

/** A watcher whose store is probed before it is opened. */
export interface ProbedWatcher extends NoticeWatcher {
  /** Probes again if the store has neither been probed nor read yet, and does nothing else; never rejects. */
  retry(): Promise<void>;
}

/**
 * A watcher that opens the store only after a probe has lived through it: what a store does to the process that opens
 * it is not done to the one that answers visitors. Resolves when the first probe has ended, in whatever way.
 */
export async function watchProbed(backend: StoreBackend, probe: Probe): Promise<ProbedWatcher> {
  const watcher = await backend.watch();
  let failure: unknown;
  let isRead = false;
  let isProbing = false;

  const probeOnce = async (): Promise<void> => {
    isProbing = true;
    const outcome = await probe().then(
      () => undefined,
      (error) => error,
    );
    isProbing = false;
    // A store that has been read meanwhile can be read, whatever became of the process that tried it.
    failure = isRead ? undefined : outcome;
  };
  await probeOnce();

  return {
    poll() {
      if (isNoticeError(failure, "STORE_PROBE_FAILED")) throw failure;
      try {
        const revision = watcher.poll();
        isRead = true;
        return revision;
      } catch (error) {
        // Why there is no store tells more than that there is none.
        throw isNoticeError(error, "STORE_MISSING") ? (failure ?? error) : error;
      }
    },
    async retry() {
      if (failure !== undefined && !isProbing) await probeOnce();
    },
    close: () => watcher.close(),
  };
}
