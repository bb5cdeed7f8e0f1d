import { setTimeout as sleep } from "node:timers/promises";
import { isNoticeError } from "../../../schema/errors/notice-error.ts";
import type { Shown } from "../../store.ts";
import { connect } from "../connection/connect.ts";
import { explain } from "../connection/explain.ts";
import { isTransient, toStoreError } from "../connection/fault.ts";
import type { Session } from "../connection/session.ts";
import { createPostgresStore } from "../create.ts";
import { channel } from "../format.ts";
import type { FromThread, ThreadData } from "./messages.ts";
import { type Reading, readLatest } from "./reading.ts";
import { createReporting } from "./reporting.ts";

/** How long a host may take to connect, and to answer a question, in ms. */
const watchLimits = { connectMs: 1500, queryMs: 1000 };
/** How often the store is read, in ms: notifications are only hints. */
const readIntervalMs = 1000;
/** The shortest time between two reads, in ms, however many notifications come. */
const minPauseMs = 10;
const firstBackOffMs = 250;
const maxBackOffMs = 1000;

/** Watches a store until it is closed. It reports by `tell`, which must not throw. */
export function startLoop(data: ThreadData, tell: (message: FromThread) => void) {
  const { login } = data;
  let { first } = data;
  const { address } = login;
  const reporting = createReporting(data, tell, watchLimits.queryMs);
  let session: Session | undefined;
  let known: Reading | undefined;
  let isClosing = false;
  let isWoken = false;
  let resume = (): void => {};
  const wake = (): void => {
    isWoken = true;
    resume();
  };

  /** Rests until it is time, or something wakes us. */
  const rest = async (ms: number): Promise<void> => {
    await sleep(minPauseMs);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, isWoken ? 0 : ms);
      resume = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    isWoken = false;
  };

  const read = async (open: Session): Promise<void> => {
    const next = await readLatest(open, login, known, watchLimits.queryMs);
    tell(next === known ? { kind: "unchanged" } : { kind: "revision", revision: next.revision });
    known = next;
    // Once something has been shown, a person decides what replaces a lost store.
    first = undefined;
  };

  /** Creates the store; a role without the right leaves that to others. */
  const create = async (): Promise<void> => {
    if (!first) return;
    try {
      await createPostgresStore(login, first);
      wake();
    } catch (error) {
      if (isNoticeError(error, "STORE_FORBIDDEN")) first = undefined;
    }
  };

  const step = async (open: Session): Promise<void> => {
    try {
      await read(open);
      await reporting.report(open);
    } catch (error) {
      if (open.isOver || isTransient(error)) throw error;
      const fault = await explain(error, login, open);
      tell({ kind: "failed", message: fault.message });
      if (isNoticeError(fault, "STORE_MISSING")) await create();
    }
  };

  const watchStore = async (): Promise<void> => {
    session = await connect(login, watchLimits);
    reporting.begin();
    session.listen(({ payload }) => payload === address.schema && wake());
    // If LISTEN is refused, or lost in a pool, the store is still read each second.
    await session.run(`LISTEN ${channel}`, watchLimits.queryMs).catch(() => {});
    for (backOffMs = firstBackOffMs; !isClosing; await rest(readIntervalMs)) await step(session);
  };

  let backOffMs = firstBackOffMs;
  const run = async (): Promise<void> => {
    while (!isClosing) {
      try {
        await watchStore();
      } catch (error) {
        tell({ kind: "failed", message: toStoreError(error, address).message });
      }
      session?.close();
      await sleep(backOffMs);
      backOffMs = Math.min(2 * backOffMs, maxBackOffMs);
    }
  };
  void run();

  return {
    /** Sets what visitors see now. */
    show(next: Shown): void {
      reporting.show(next);
      wake();
    },
    /** Removes this process from the list, and resolves when that is done or has failed. */
    async close(): Promise<void> {
      isClosing = true;
      if (session && !session.isOver) await reporting.end(session);
      session?.close();
      wake();
    },
  };
}
