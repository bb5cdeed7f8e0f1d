import { useEffect, useRef, useState } from "react";
import type { ProposalReply, ProposalRequest } from "../../../schema/editor-api/proposals.ts";
import { createTurns, mostProposalsAtOnce } from "../../../schema/editor-api/turns.ts";
import { canonicalTag } from "../../../schema/languages/canonical.ts";
import { type LanguageTag, means } from "../../../schema/languages/tags.ts";
import { useUsageCounter } from "../../page/usage-counter.ts";
import type { Problem } from "../client/problem.ts";
import type { Send } from "../client/request.ts";
import { type Draft, textsOf } from "../draft/draft.ts";
import { withTexts } from "../draft/edit.ts";
import { ownValuesOf } from "../draft/own-values.ts";
import { tagsOf, textsToTranslate, translationStatusOf } from "../draft/translation-status.ts";
import type { DailyUsage } from "./use-daily-usage.ts";

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
  return tagsOf(draft).filter(
    (tag) => !means(draft.language, tag) && translationStatusOf(draft, tag) !== "removed",
  );
}

function requestFor(draft: Draft, to: LanguageTag): ProposalRequest {
  const from = canonicalTag(draft.language);
  const values = ownValuesOf(draft);
  const words = Object.fromEntries(textsToTranslate(draft).map((name) => [name, values[name]]));
  return { words, ...(from && { from }), to };
}

const isFor = (draft: Draft, { request }: Asked): boolean =>
  JSON.stringify(requestFor(draft, request.to).words) === JSON.stringify(request.words);

/** Whether a draft still has the texts that a model wrote, and nothing was published since. */
function stands(draft: Draft, asked: Asked): boolean {
  if (asked.state !== "filled") return true;
  const { before, after, request } = asked;
  const [filled, now] = [after, draft].map((one) => JSON.stringify(textsOf(one, request.to)));
  return filled === now && before.base.etag === draft.base.etag;
}

/** What translating works with. */
export interface PartsOfTranslations {
  draft: Draft;
  edit: (change: (draft: Draft) => Draft) => void;
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
    const { signal } = leaving;
    if (signal.aborted) return;
    increment();
    const reply = await send(
      "POST",
      "/api/proposals",
      (response): Promise<ProposalReply> => response.json(),
      {
        body: request,
        headers: { "idempotency-key": crypto.randomUUID() },
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      },
    );
    if (reply.ok) usage.correct(reply.value.usage);
    else void usage.refresh();
    if (signal.aborted) return;
    const before = current.current;
    if (!tagsToTranslate(before).includes(to)) return put(to, undefined);
    if (!reply.ok) return put(to, { request, state: "failed", problem: reply.problem });
    if (!isFor(before, { request, state: "asking" })) return put(to, { request, state: "outdated" });
    const fill = (draft: Draft): Draft =>
      withTexts(draft, to, { ...textsOf(draft, to), ...reply.value.words });
    edit(fill);
    put(to, { request, state: "filled", reply: reply.value, before, after: fill(before) });
  };
  const shown = Object.values(asked).filter((one) => stands(draft, one));
  return {
    /** The requests with something to say. */
    shown,
    translate(tags: LanguageTag[]): void {
      // Translations of these words are not requested again, because each request is paid.
      const done = shown.filter((one) => one.state === "filled" && isFor(draft, one));
      const missing = tags.filter((tag) => !done.some(({ request }) => request.to === tag));
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
        const {
          before,
          request: { to },
        } = one;
        edit((draft) => withTexts(draft, to, before.translations[to], before.decisions[to]));
      }
    },
  };
}
