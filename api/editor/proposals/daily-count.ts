import type { StoreBackend } from "../../../data/store.ts";
import type { Deadline } from "../../../data/time/deadline.ts";
import type { UsageReply } from "../../../schema/editor-api/proposals.ts";

/** The day's requests to the models, as the store counts them. */
export interface DailyCount {
  /** Counts one before it is sent. @throws NoticeError LIMIT_REACHED, STORE_… */
  reserve(deadline: Deadline): Promise<UsageReply>;
  /** @throws NoticeError STORE_… */
  read(deadline: Deadline): Promise<UsageReply>;
}

/** The counter of a store, which is opened for each question alone: a model takes its time between two of them. */
export function createDailyCount(backend: Pick<StoreBackend, "openUsage">, limit: number): DailyCount {
  return {
    async reserve(deadline) {
      const store = await backend.openUsage(deadline);
      return store.reserveUse(limit).finally(() => store.close());
    },
    async read(deadline) {
      const store = await backend.openUsage(deadline);
      return { count: await store.usesToday().finally(() => store.close()), limit };
    },
  };
}

/** How many seconds are left of a day in UTC, at the end of which the counter begins anew. */
export function secondsLeftOfDay(now: Date): number {
  const dayMs = 86_400_000;
  return Math.ceil((dayMs - (now.getTime() % dayMs)) / 1000);
}
