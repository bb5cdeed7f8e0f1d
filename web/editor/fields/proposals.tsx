import { useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import type { ProposalReply, ProposalRequest, UsageReply } from "../../../schema/editor-api/proposals.ts";
import { createTurns, mostProposalsAtOnce } from "../../../schema/editor-api/turns.ts";
import { canonicalTag, type LanguageTag, means } from "../../../schema/languages/tags.ts";
import type { Texts } from "../../../schema/notice/translations.ts";
import { type UsageCounter, UsageCounterContext, useUsageCounter } from "../../page/usage-counter.ts";
import { type Client, createSend, type Problem, type Send } from "../client.ts";
import { Button } from "../controls/button.tsx";
import { focusOn } from "../controls/focus.ts";
import { Sentence } from "../controls/said.tsx";
import { type Draft, type Edit, outlookOf, tagsOf, textsToTranslate, withTexts } from "../draft.ts";
import { inEnglish, languageName, languageNames } from "../language.ts";
import { texts } from "../texts.ts";
import { describeProblem } from "../trouble.ts";
import { startPolling } from "../use-workspace.ts";
import { ownTab } from "./translation.tsx";

const said = texts.proposals;
/** How long to wait for a translation, in ms: longer than the service takes with its retry and its repair. */
const timeoutMs = 280_000;
/** How often the count is requested, in ms: other people use requests, and days end. */
const usagePollMs = 60_000;

/** A requested translation, and its outcome: "outdated" if the notice's words have changed meanwhile. */
type Asked = { request: ProposalRequest } & (
  | { state: "asking" | "outdated" }
  | { state: "failed"; problem: Problem }
  | { state: "filled"; reply: ProposalReply; base: Draft["base"]; before: Texts | undefined; after: Texts }
);

interface Props {
  draft: Draft;
  edit: (edit: Edit) => void;
  tab: string;
}

/** Has the chat model translate the notice into the fields of one language, or of all. */
export function Proposals({ client, ...props }: Props & { client: Pick<Client, "sessionKey"> }) {
  const [send] = useState(() => createSend({ read: client.sessionKey }, () => {}));
  const usage = useDailyUsage(send);
  return (
    <UsageCounterContext value={usage.counter}>
      <TranslationsOfTab {...props} send={send} usage={usage} />
    </UsageCounterContext>
  );
}

type Parts = Props & { send: Send; usage: ReturnType<typeof useDailyUsage> };

function TranslationsOfTab({ tab, ...parts }: Parts) {
  const id = useId();
  const { draft, edit, usage } = parts;
  const { count, limitReached } = useUsageCounter();
  const { shown, translate } = useTranslations(parts);
  const isOwn = tab === ownTab;
  const isHere = (tag: string): boolean => isOwn || tag === tab;
  const tags = tagsToTranslate(draft).filter(isHere);
  const here = shown.filter(({ request }) => isHere(request.to));
  const namesOf = (state: string): string =>
    languageNames(here.filter((one) => one.state === state).map(({ request }) => request.to));
  const details = here.flatMap((one) => {
    if (one.state === "failed") return [describeProblem(one.problem)];
    const hints = one.state === "filled" ? one.reply.hints : [];
    return hints.map(({ detail }) => `${languageName(one.request.to)}: ${inEnglish(detail)}`);
  });
  const isOff = limitReached || namesOf("asking") !== "";
  const undo = (): void => {
    for (const one of here)
      if (one.state === "filled") edit((draft) => withTexts(draft, one.request.to, one.before));
    // The button disappears.
    focusOn(".languages [aria-selected=true]");
  };
  return (
    <section className="proposals" aria-label={said.label}>
      <div className="actions">
        {tags.length > 0 && (
          // It keeps the focus while it is off, and says why.
          <Button
            aria-disabled={isOff || undefined}
            aria-describedby={limitReached ? id : undefined}
            onClick={() => !isOff && translate(tags)}
          >
            {isOwn ? said.translateAll : said.translate}
          </Button>
        )}
        {namesOf("filled") !== "" && <Button onClick={undo}>{said.undo}</Button>}
        {usage.limit !== undefined && (
          <span className="rule">{said.usage(Math.min(count, usage.limit), usage.limit)}</span>
        )}
      </div>
      {/* Present from the start: a region that is added together with its text is not announced. */}
      <div role="status">
        {(["asking", "filled", "outdated", "failed"] as const).map(
          (state) => namesOf(state) && <p key={state}>{said[state](namesOf(state))}</p>,
        )}
        {[...new Set(details)].map((detail) => (
          <Sentence key={detail} className="fault">
            {detail}
          </Sentence>
        ))}
        <p id={id}>{limitReached && said.limitReached}</p>
      </div>
    </section>
  );
}

function tagsToTranslate(draft: Draft): LanguageTag[] {
  if (textsToTranslate(draft).length === 0) return [];
  return tagsOf(draft).filter((tag) => !means(draft.notice.language ?? "", tag));
}

function requestFor(draft: Draft, to: LanguageTag): ProposalRequest {
  const { notice } = outlookOf(draft);
  const from = canonicalTag(notice.language ?? "");
  const words = Object.fromEntries(textsToTranslate(draft).map((name) => [name, notice[name]]));
  return { words, ...(from && { from }), to };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function useTranslations({ draft, edit, send, usage }: Omit<Parts, "tab">) {
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
    const read = (response: Response): Promise<ProposalReply> => response.json();
    const reply = await send("POST", "/api/proposals", read, {
      body: request,
      headers: { "idempotency-key": crypto.randomUUID() },
      signal: AbortSignal.any([leaving.signal, AbortSignal.timeout(timeoutMs)]),
    });
    // Later requests may be answered first.
    if (reply.ok)
      usage.correct((known) => (known && known.count > reply.value.usage.count ? known : reply.value.usage));
    else void usage.refresh();
    if (leaving.signal.aborted) return;
    const now = current.current;
    if (!tagsToTranslate(now).includes(to)) return put(to, undefined);
    if (!reply.ok) return put(to, { request, state: "failed", problem: reply.problem });
    if (!isSame(requestFor(now, to).words, request.words)) return put(to, { request, state: "outdated" });
    const before = now.notice.translations?.[to];
    const after = { ...before, ...reply.value.words };
    edit((draft) => withTexts(draft, to, after));
    put(to, { request, state: "filled", reply: reply.value, base: now.base, before, after });
  };
  // What a person has typed or published since is theirs.
  const shown = Object.values(asked).filter(
    (one) =>
      one.state !== "filled" ||
      (one.base === draft.base && isSame(one.after, draft.notice.translations?.[one.request.to])),
  );
  return {
    shown,
    translate(tags: LanguageTag[]): void {
      // Translations of these words are not requested again, because each request is paid.
      const isDone = (tag: LanguageTag): boolean =>
        shown.some(
          ({ state, request }) =>
            state === "filled" && request.to === tag && isSame(request, requestFor(draft, tag)),
        );
      const missing = tags.filter((tag) => !isDone(tag));
      for (const tag of missing.length > 0 ? missing : tags) {
        const request = requestFor(draft, tag);
        put(tag, { request, state: "asking" });
        void inTurn(() => run(request));
      }
    },
  };
}

/** The service's count of the day's requests, plus those sent since; the limit is undefined until it is known. */
function useDailyUsage(send: Send) {
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
