import { setTimeout as sleep } from "node:timers/promises";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { describeAddress, type PostgresAddress } from "../../../schema/settings/postgres-url.ts";
import { askIntervalMs } from "../../nodes.ts";
import type { AskDatabase } from "../connection/link.ts";
import { transact } from "../connection/transaction.ts";
import { nodesOn } from "./instances.ts";

/** How long a change waits for nodes that have not reported since a failover, in ms. */
const maxHearingMs = 5000;
/** The least time that this leaves for the change itself, in ms. */
const reserveMs = 1000;

/** When a wait that begins now ends, by the clock of this process. */
const endOfWait = (ask: AskDatabase): number =>
  performance.now() + Math.min(maxHearingMs, ask.timeLeftMs() - reserveMs);

/**
 * Waits until every node, or every node with a label, has reported since a failover; at most as long as a change waits.
 * @throws NoticeError STORE_…
 */
export function waitForReports(ask: AskDatabase, address: PostgresAddress, label?: string): Promise<void> {
  const until = endOfWait(ask);
  return waitUntilHeard(ask, address, () => performance.now() >= until, label);
}

async function waitUntilHeard(
  ask: AskDatabase,
  address: PostgresAddress,
  isOver: () => boolean,
  label?: string,
): Promise<void> {
  for (; !isOver(); await sleep(askIntervalMs)) {
    const { unheard } = await nodesOn(address.schema).standing(ask);
    if (!unheard.some((name) => label === undefined || name === label)) return;
  }
}

/** A node has not reported: the transaction must end before the wait for it. */
class Unheard extends Error {}

/** Throws if nodes have not reported; takes their names. */
export type AssertHeard = (unheard: string[]) => void;

interface Options {
  /** Whether the work goes on without nodes that were waited for in vain. */
  goesOn?: boolean;
  /** Awaited right before each transaction; what it throws ends the work. */
  beforeWrite?: (() => Promise<void>) | undefined;
}

/**
 * Makes a function that does work in a transaction, as `transact` does. If the work finds nodes that have not reported
 * since a failover (a standby that lagged knows only what they showed before), it waits for them and starts again. All
 * calls share one wait, after which the work is refused, or goes on without them.
 * @throws NoticeError STORE_UNHEARD, what `beforeWrite` throws
 */
export function createHearing(address: PostgresAddress, { goesOn = false, beforeWrite }: Options = {}) {
  let until: number | undefined;
  const isOver = (): boolean => until !== undefined && performance.now() >= until;

  const assertHeard: AssertHeard = (unheard) => {
    if (unheard.length === 0) return;
    if (!isOver()) throw new Unheard();
    const names = [...new Set(unheard)].join(", ");
    if (!goesOn) throw new NoticeError("STORE_UNHEARD", { store: describeAddress(address), names });
  };
  return async <T>(ask: AskDatabase, work: (assertHeard: AssertHeard) => Promise<T>): Promise<T> => {
    for (;;) {
      await beforeWrite?.();
      try {
        return await transact(ask, () => work(assertHeard));
      } catch (error) {
        if (!(error instanceof Unheard)) throw error;
      }
      until ??= endOfWait(ask);
      await waitUntilHeard(ask, address, isOver);
    }
  };
}
