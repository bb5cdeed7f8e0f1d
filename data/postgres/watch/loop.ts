import { setTimeout as sleep } from "node:timers/promises";
import { isNoticeError } from "../../../schema/errors/notice-error.ts";
import type { Shown } from "../../store.ts";
import { connect } from "../connection/connect.ts";
import { isForbidden, isTransient, toStoreError } from "../connection/fault.ts";
import type { Session } from "../connection/session.ts";
import { createPostgresStore } from "../create.ts";
import { channel } from "../format.ts";
import { reportsOn } from "../nodes/instances.ts";
import type { FromThread, ThreadData } from "./messages.ts";
import { type Reading, readLatest } from "./reading.ts";

/** How long a host may take to connect, and to answer a question, in ms. */
const limits = { connectMs: 1500, queryMs: 1000 };
/** How often the store is read, in ms: what the database tells of by itself is a hint, and this is the truth. */
const readIntervalMs = 1000;
/** How long at least lies between two reads, in ms, however often the database tells of something. */
const minPauseMs = 10;
/** How often this process says that it is there, in ms. */
const reportIntervalMs = 5000;
const firstBackOffMs = 250;
const maxBackOffMs = 1000;
/** How long we stay to say that we go, in ms. */
const closeTimeoutMs = 500;

/** Watches a store until it is closed. */
export interface Loop {
  /** Says what visitors see now. */
  show(shown: Shown): void;
  /** Takes this process off the list, and resolves when that is done or cannot be. */
  close(): Promise<void>;
}

/** Begins to watch; what is found is told with `tell`, which must not throw. */
export function startLoop(data: ThreadData, tell: (message: FromThread) => void): Loop {
  const { place, instance, shown } = data;
  let { first } = data;
  const { address } = place;
  const reports = reportsOn(address.schema);
  let session: Session | undefined;
  let known: Reading | undefined;
  let current = shown;
  let reported: Shown | undefined;
  let reportedAt = 0;
  let mayReport = true;
  let isClosing = false;
  let isWoken = false;
  let wake = (): void => {
    isWoken = true;
  };

  /** Rests until it is time, or something wakes us. */
  const rest = async (ms: number): Promise<void> => {
    await sleep(minPauseMs);
    const over = new AbortController();
    const woken = new Promise<void>((resolve) => {
      wake = () => {
        isWoken = true;
        resolve();
      };
      if (isWoken) resolve();
    });
    await Promise.race([woken, sleep(ms, undefined, { signal: over.signal }).catch(() => {})]);
    over.abort();
    isWoken = false;
  };

  const report = async (open: Session): Promise<void> => {
    const [telling, at] = [current, performance.now()];
    if (reported === telling && at - reportedAt < reportIntervalMs) return;
    try {
      await reports.report(open, { id: instance, label: place.label }, telling, limits.queryMs);
      mayReport = true;
    } catch (error) {
      if (!isForbidden(error)) throw error;
      // Whoever may read goes on reading, and those who publish do not know of us.
      if (mayReport) tell({ kind: "unreported", message: toStoreError(error, address).message });
      mayReport = false;
    }
    [reported, reportedAt] = [telling, at];
  };

  const read = async (open: Session): Promise<void> => {
    const next = await readLatest(open, place, known, limits.queryMs);
    tell(next === known ? { kind: "unchanged" } : { kind: "revision", revision: next.revision });
    known = next;
    // Whoever has shown something leaves it to a person what takes its place.
    first = undefined;
  };

  /** Makes the store that we may begin; a role that may not leaves it to others. */
  const create = async (): Promise<void> => {
    if (!first) return;
    try {
      await createPostgresStore(place, first);
      wake();
    } catch (error) {
      if (isNoticeError(error, "STORE_FORBIDDEN")) first = undefined;
    }
  };

  const step = async (open: Session): Promise<void> => {
    try {
      await report(open);
      await read(open);
    } catch (error) {
      if (open.isOver || isTransient(error)) throw error;
      const fault = toStoreError(error, address);
      tell({ kind: "failed", message: fault.message });
      if (isNoticeError(fault, "STORE_MISSING")) await create();
    }
  };

  const watchStore = async (): Promise<void> => {
    session = await connect(place, limits);
    reported = undefined;
    session.listen(({ payload }) => payload === address.schema && wake());
    // Where it is refused, or pooled away, the read of each second is left.
    await session.run(`LISTEN ${channel}`, limits.queryMs).catch(() => {});
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
    show(next) {
      current = next;
      wake();
    },
    async close() {
      isClosing = true;
      if (session && !session.isOver) await reports.remove(session, instance, closeTimeoutMs).catch(() => {});
      session?.close();
      wake();
    },
  };
}
