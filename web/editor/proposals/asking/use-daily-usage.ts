import { useCallback, useEffect, useMemo, useState } from "react";
import type { UsageReply } from "../../../../schema/editor-api/proposals.ts";
import type { UsageCounter } from "../../../page/usage-counter.ts";
import type { Send } from "../../client/request.ts";
import { startPolling } from "../../workspace/polling.ts";

/** How often the count is asked for, as others ask, too, and as a day ends, in ms. */
const usagePollMs = 60_000;

/** How much of the day's requests is used. */
export interface DailyUsage {
  /** For the components that ask. */
  counter: UsageCounter;
  /** How many there may be; undefined until it is known. */
  limit: number | undefined;
  /** Takes what the service says. */
  correct: (usage: UsageReply) => void;
  /** Asks the service. */
  refresh: () => Promise<void>;
}

/** Counts the requests of the day: the service's count, with what has been sent since. */
export function useDailyUsage(send: Send): DailyUsage {
  const [usage, correct] = useState<UsageReply>();
  const refresh = useCallback(async () => {
    const reply = await send("GET", "/api/proposals", (response): Promise<UsageReply> => response.json());
    if (reply.ok) correct(reply.value);
  }, [send]);
  useEffect(
    () =>
      startPolling(async () => {
        await refresh();
        return undefined;
      }, usagePollMs),
    [refresh],
  );
  const counter = useMemo(
    () => ({
      count: usage?.count ?? 0,
      increment: () => correct((known) => known && { ...known, count: known.count + 1 }),
      limitReached: usage !== undefined && usage.count >= usage.limit,
    }),
    [usage],
  );
  return { counter, limit: usage?.limit, correct, refresh };
}
