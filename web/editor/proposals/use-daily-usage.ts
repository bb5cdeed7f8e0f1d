import { useCallback, useEffect, useMemo, useState } from "react";
import type { UsageReply } from "../../../schema/editor-api/proposals.ts";
import type { UsageCounter } from "../../page/usage-counter.ts";
import type { Send } from "../client/request.ts";
import { startPolling } from "../workspace/polling.ts";

/** How often the count is requested, in ms: other people use requests, and days end. */
const usagePollMs = 60_000;

export type DailyUsage = ReturnType<typeof useDailyUsage>;

/** The service's count of the day's requests, plus those sent since; the limit is undefined until it is known. */
export function useDailyUsage(send: Send) {
  const [usage, correct] = useState<UsageReply>();
  const refresh = useCallback(async () => {
    const reply = await send("GET", "/api/proposals", (response): Promise<UsageReply> => response.json());
    if (reply.ok) correct(reply.value);
  }, [send]);
  useEffect(() => startPolling(refresh, usagePollMs), [refresh]);
  const counter = useMemo(
    (): UsageCounter => ({
      count: usage?.count ?? 0,
      increment: () => correct((known) => known && { ...known, count: known.count + 1 }),
      limitReached: usage !== undefined && usage.count >= usage.limit,
    }),
    [usage],
  );
  return { counter, limit: usage?.limit, correct, refresh };
}
