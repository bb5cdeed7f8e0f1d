import type { Outcome } from "../writes/outcome.ts";
import type { Publisher } from "../writes/publisher.ts";

/** How long what visitors see waits for what became of a publication, in ms. */
export const settleWaitMs = 2_000;

/** How long after a try in vain the next one comes, in ms: twice as long each time, up to the longest. */
const firstSettlePauseMs = 4_000;
const maxSettlePauseMs = 5 * 60_000;

/**
 * Asks what became of earlier writes, one try at a time and less and less often. Gives the outcome if it is known soon; one
 * that comes later is given to `later`.
 */
export function createSettling(
  { settle, unknown }: Pick<Publisher, "settle" | "unknown">,
  later: (outcome: Outcome) => void,
): (liveEtag: string) => Promise<Outcome | undefined> {
  let isAsking = false;
  let pauseMs = firstSettlePauseMs;
  let notBefore = 0;
  return async (liveEtag) => {
    if (isAsking || Date.now() < notBefore) return undefined;
    isAsking = true;
    let isLate = false;
    const settled = settle(liveEtag).then((outcome) => {
      isAsking = false;
      const isOver = outcome !== undefined || unknown(liveEtag) === undefined;
      notBefore = isOver ? 0 : Date.now() + pauseMs;
      pauseMs = isOver ? firstSettlePauseMs : Math.min(2 * pauseMs, maxSettlePauseMs);
      if (outcome && isLate) later(outcome);
      return outcome;
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => {
        isLate = true;
        resolve(undefined);
      }, settleWaitMs);
    });
    return Promise.race([settled, tooLate]).finally(() => clearTimeout(timer));
  };
}
