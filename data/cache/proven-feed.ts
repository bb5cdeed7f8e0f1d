import { isNoticeError } from "../../schema/errors/errors.ts";
import type { NoticeFeed, NoticePlace } from "../store.ts";

/** How long after a failure the store is tried again, in ms. */
const retryDelay = 1000;

/**
 * Creates the store where there is none and opens it, in a process of its own. Rejects when that cannot be done, with
 * STORE_UNPROVEN when the process did not live to tell why.
 */
export type Prove = () => Promise<void>;

/**
 * A feed that opens the store only after `prove` has lived through it: what a store does to the process that opens it
 * is not done to the one that answers visitors. It is tried until the store has been read once.
 */
export async function followProven(place: NoticePlace, prove: Prove): Promise<NoticeFeed> {
  const feed = await place.follow();
  let timer: NodeJS.Timeout | undefined;
  let doubt: unknown;
  let isRead = false;

  const tryOnce = async (): Promise<void> => {
    const outcome = await prove().then(
      () => undefined,
      (error) => error,
    );
    // A store that has been read meanwhile is beyond doubt, whatever became of the process that tried it.
    doubt = isRead ? undefined : outcome;
    if (doubt !== undefined) timer = setTimeout(tryOnce, retryDelay).unref();
  };
  await tryOnce();

  return {
    poll() {
      if (isNoticeError(doubt, "STORE_UNPROVEN")) throw doubt;
      try {
        const revision = feed.poll();
        isRead = true;
        return revision;
      } catch (error) {
        // Why there is no store tells more than that there is none.
        throw isNoticeError(error, "STORE_MISSING") ? (doubt ?? error) : error;
      }
    },
    close() {
      clearTimeout(timer);
      feed.close();
    },
  };
}
