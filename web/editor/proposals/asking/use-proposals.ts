import { useEffect, useState } from "react";
import type { ProposalRequest } from "../../../../schema/editor-api/proposals.ts";
import { createTurns, mostProposalsAtOnce } from "../../../../schema/editor-api/turns.ts";
import type { ErrorCode } from "../../../../schema/errors/notice-error.ts";
import type { Text } from "../../../../schema/notice/texts.ts";
import { useUsageCounter } from "../../../page/usage-counter.ts";
import type { AskForProposal } from "./ask.ts";
import type { ProposalAsked } from "./asked.ts";
import type { DailyUsage } from "./use-daily-usage.ts";

/** What was asked for each tab. */
export type AskedByTab = Readonly<Record<string, ProposalAsked>>;

interface Parts extends Pick<DailyUsage, "correct" | "refresh"> {
  ask: AskForProposal;
  /** Is told of what becomes of the words of a tab. */
  onChange: (tab: string, asked: ProposalAsked) => void;
}

/** Asks for proposals, a few at once, and keeps what comes of it for as long as the page shows it. */
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
  /** Stops what is under way for tabs. */
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
    // Those that wait would be refused, too; those that are sent may have been counted.
    if (reply.problem.code === ("LIMIT_REACHED" satisfies ErrorCode))
      cancel([...underWay.keys()].filter((other) => !underWay.get(other)?.isSent));
  };
  return {
    asked,
    /** Asks for the words of tabs; what was asked for them before is forgotten. */
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
    /** Leaves a part of a proposal. */
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
