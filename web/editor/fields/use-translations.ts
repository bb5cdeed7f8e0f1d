import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ProposalReply, ProposalRequest, UsageReply } from "../../../schema/editor-api/proposals.ts";
import { createTurns, mostProposalsAtOnce } from "../../../schema/editor-api/turns.ts";
import { canonicalTag } from "../../../schema/languages/canonical.ts";
import { type LanguageTag, means } from "../../../schema/languages/tags.ts";
import { type UsageCounter, useUsageCounter } from "../../page/usage-counter.ts";
import type { Problem, Send } from "../client.ts";
import { type Draft, type Edit, outlookOf, tagsOf, textsToTranslate, withTexts } from "../draft.ts";
import { startPolling } from "../use-workspace.ts";

/** How long to wait for a translation, in ms: longer than the service takes with its retry and its repair. */
const timeoutMs = 280_000;

/** A request to translate the notice's own words, and its outcome: "outdated" if these have changed meanwhile. */
type Asked = { request: ProposalRequest } & (
  | { state: "asking" | "outdated" }
  | { state: "failed"; problem: Problem }
  | { state: "filled"; reply: ProposalReply; before: Draft; after: Draft }
);

/** The languages of a draft into which its words can be translated. */
export function tagsToTranslate(draft: Draft): LanguageTag[] {
  if (textsToTranslate(draft).length === 0) return [];
  return tagsOf(draft).filter((tag) => !means(draft.notice.language ?? "", tag));
}

function requestFor(draft: Draft, to: LanguageTag): ProposalRequest {
  const values = outlookOf(draft).notice;
  const from = canonicalTag(values.language ?? "");
  const words = Object.fromEntries(textsToTranslate(draft).map((name) => [name, values[name]]));
  return { words, ...(from && { from }), to };
}

const isFor = (draft: Draft, { request }: Asked): boolean =>
  JSON.stringify(requestFor(draft, request.to).words) === JSON.stringify(request.words);

/** Whether a draft still has the texts that a model wrote, and nothing was published since. */
function stands(draft: Draft, asked: Asked): boolean {
  if (asked.state !== "filled") return true;
  const { before, after, request } = asked;
  const [filled, now] = [after, draft].map((one) => JSON.stringify(one.notice.translations?.[request.to]));
  return filled === now && before.base.etag === draft.base.etag;
}

/** What translating works with. */
export interface PartsOfTranslations {
  draft: Draft;
  edit: (edit: Edit) => void;
  send: Send;
  usage: DailyUsage;
}

/** Requests translations, a few at once, and fills them into the draft if its words are still those that were sent. */
export function useTranslations({ draft, edit, send, usage }: PartsOfTranslations) {
  const [asked, setAsked] = useState<Partial<Record<LanguageTag, Asked>>>({});
  const [inTurn] = useState(() => createTurns(mostProposalsAtOnce));
  const { increment } = useUsageCounter();
  const [leaving] = useState(() => new AbortController());
  const current = useRef(draft);
  current.current = draft;
  useEffect(() => () => leaving.abort(), [leaving]);

  const put = (tag: LanguageTag, next: Asked | undefined): void =>
    setAsked(({ [tag]: _, ...others }) => (next ? { ...others, [tag]: next } : others));
  const run = async (request: ProposalRequest): Promise<void> => {
    const { to } = request;
    if (leaving.signal.aborted) return;
    increment();
    const reply = await send(
      "POST",
      "/api/proposals",
      (response): Promise<ProposalReply> => response.json(),
      {
        body: request,
        headers: { "idempotency-key": crypto.randomUUID() },
        signal: AbortSignal.any([leaving.signal, AbortSignal.timeout(timeoutMs)]),
      },
    );
    if (reply.ok) usage.correct(reply.value.usage);
    else void usage.refresh();
    if (leaving.signal.aborted) return;
    const before = current.current;
    if (!tagsToTranslate(before).includes(to)) return put(to, undefined);
    if (!reply.ok) return put(to, { request, state: "failed", problem: reply.problem });
    if (!isFor(before, { request, state: "asking" })) return put(to, { request, state: "outdated" });
    const fill = (draft: Draft): Draft =>
      withTexts(draft, to, { ...draft.notice.translations?.[to], ...reply.value.words });
    edit(fill);
    put(to, { request, state: "filled", reply: reply.value, before, after: fill(before) });
  };
  const shown = Object.values(asked).filter((one) => stands(draft, one));
  return {
    /** The requests with something to say. */
    shown,
    translate(tags: LanguageTag[]): void {
      // Translations of these words are not requested again, because each request is paid.
      const done = shown.flatMap((one) =>
        one.state === "filled" && isFor(draft, one) ? one.request.to : [],
      );
      const missing = tags.filter((tag) => !done.includes(tag));
      for (const tag of missing.length > 0 ? missing : tags) {
        const request = requestFor(draft, tag);
        put(tag, { request, state: "asking" });
        void inTurn(() => run(request));
      }
    },
    /** Puts back what the draft had before translations were filled in. */
    undo(those: Asked[]): void {
      for (const one of those) {
        if (one.state !== "filled") continue;
        const { to } = one.request;
        const before = one.before.notice.translations?.[to];
        edit((draft) => withTexts(draft, to, before));
      }
    },
  };
}

/** How often the count is requested, in ms: other people use requests, and days end. */
const usagePollMs = 60_000;

type DailyUsage = ReturnType<typeof useDailyUsage>;

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
