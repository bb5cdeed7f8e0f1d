import { isNoticeError } from "../../schema/errors/notice-error.ts";
import type { NoticeWatcher, StoreBackend } from "../store.ts";

/**
 * Creates the store if there is none and opens it, in a separate process. Rejects if that fails, with
 * STORE_PROBE_FAILED if the process did not survive to say why.
 */
export type Probe = () => Promise<void>;

/** A watcher whose store is probed before it is opened. */
export interface ProbedWatcher extends NoticeWatcher {
  /** Probes again if the store has been neither probed nor read successfully, else does nothing; never rejects. */
  retry(): Promise<void>;
}

/**
 * Makes a watcher that opens the store only after a probe has survived that: a bad store must not harm the process that
 * answers visitors. Resolves when the first probe has ended, either way.
 */
export async function watchProbed(
  backend: Pick<StoreBackend, "watch">,
  probe: Probe,
): Promise<ProbedWatcher> {
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
    // A store that has been read in the meantime is readable, whatever happened to the probe.
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
        // The reason why the store could not be created says more than that it is missing.
        throw isNoticeError(error, "STORE_MISSING") ? (failure ?? error) : error;
      }
    },
    async retry() {
      if (failure !== undefined && !isProbing) await probeOnce();
    },
    close: () => watcher.close(),
  };
}
