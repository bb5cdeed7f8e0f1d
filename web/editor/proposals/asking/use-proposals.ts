import { useEffect, useState } from "react";
import type { ProposalRequest } from "../../../../schema/editor-api/proposals.ts";
import { createTurns, mostProposalsAtOnce } from "../../../../schema/editor-api/turns.ts";
import type { ErrorCode } from "../../../../schema/errors/notice-error.ts";
import type { Text } from "../../../../schema/notice/texts.ts";
import { useUsageCounter } from "../../../page/usage-counter.ts";
import type { AskForProposal } from "./ask.ts";
import type { ProposalAsked } from "./asked.ts";
import type { DailyUsage } from "./use-daily-usage.ts";

/** The request of each tab. */
export type AskedByTab = Readonly<Record<string, ProposalAsked>>;

interface Parts extends Pick<DailyUsage, "correct" | "refresh"> {
  ask: AskForProposal;
  /** Called with each new state of a tab. */
  onChange: (tab: string, asked: ProposalAsked) => void;
}

/** Requests proposals, a few at once, and keeps them while the page shows them. */
export function useProposals({ ask, correct, refresh, onChange }: Parts) {
  const [asked, setAsked] = useState<AskedByTab>({});
  const [{ inTurn, underWay }] = useState(() => ({
    inTurn: createTurns(mostProposalsAtOnce),
    underWay: new Map<string, UnderWay>(),
  }));
  const { increment } = useUsageCounter();
  useEffect(
    () => () => {
      for (const { stop } of underWay.values()) stop.abort();
    },
    [underWay],
  );

  const put = (tab: string, next: ProposalAsked): void => {
    setAsked((asked) => ({ ...asked, [tab]: next }));
    onChange(tab, next);
  };
  /** Stops the requests of tabs. */
  const cancel = (tabs: string[]): void => {
    for (const tab of tabs) {
      const one = underWay.get(tab);
      if (!one) continue;
      one.stop.abort();
      underWay.delete(tab);
      put(tab, { request: one.request, state: "cancelled" });
    }
  };
  const run = async (tab: string, one: UnderWay): Promise<void> => {
    const { request } = one;
    const { signal } = one.stop;
    if (signal.aborted) return;
    one.isSent = true;
    put(tab, { request, state: "asking" });
    increment();
    const reply = await ask(request, signal);
    if (reply.ok) correct(reply.value.usage);
    else void refresh();
    if (signal.aborted) return;
    underWay.delete(tab);
    if (reply.ok) return put(tab, { request, state: "proposed", proposal: reply.value, left: [] });
    put(tab, { request, state: "failed", problem: reply.problem });
    // Waiting requests would be refused as well. Sent ones continue, because they may have been counted.
    if (reply.problem.code === ("LIMIT_REACHED" satisfies ErrorCode))
      cancel([...underWay.keys()].filter((other) => !underWay.get(other)?.isSent));
  };
  return {
    asked,
    /** Requests proposals for tabs, in place of earlier requests. */
    request(requests: Record<string, ProposalRequest>): void {
      const tabs = Object.keys(requests);
      for (const tab of tabs) underWay.get(tab)?.stop.abort();
      for (const [tab, request] of Object.entries(requests)) {
        underWay.set(tab, { request, stop: new AbortController(), isSent: false });
        put(tab, { request, state: "waiting" });
      }
      for (const tab of tabs) {
        const one = underWay.get(tab);
        if (one) void inTurn(() => run(tab, one));
      }
    },
    cancel,
    /** Marks a part of a proposal as left out. */
    leave: (tab: string, name: Text) =>
      setAsked((asked) => {
        const one = asked[tab];
        return one?.state === "proposed" ? { ...asked, [tab]: { ...one, left: [...one.left, name] } } : asked;
      }),
    forget: (tab: string) => setAsked(({ [tab]: _, ...others }) => others),
  };
}

interface UnderWay {
  request: ProposalRequest;
  stop: AbortController;
  /** It may have been counted. */
  isSent: boolean;
}
