import { useId, useState } from "react";
import { UsageCounterContext, useUsageCounter } from "../../page/usage-counter.ts";
import type { Client } from "../client/client.ts";
import { createSend, type Send } from "../client/request.ts";
import { Button } from "../controls/button.tsx";
import { focusOn } from "../controls/focus.ts";
import { Said, Sentence } from "../controls/said.tsx";
import type { Draft } from "../draft/draft.ts";
import { inEnglish } from "../in-english.ts";
import { languageName } from "../language.ts";
import { ownTab } from "../languages/language-tabs.tsx";
import { texts } from "../texts.ts";
import { describeProblem } from "../trouble/describe-trouble.ts";
import { type DailyUsage, useDailyUsage } from "./use-daily-usage.ts";
import { tagsToTranslate, useTranslations } from "./use-translations.ts";

const said = texts.proposals;

interface Props {
  client: Pick<Client, "sessionKey">;
  draft: Draft;
  edit: (change: (draft: Draft) => Draft) => void;
  /** The selected tab. */
  tab: string;
}

/** Has the chat model translate the notice into the fields of one language, or of all. */
export function Proposals({ client, ...props }: Props) {
  const [send] = useState(() => createSend({ read: client.sessionKey }, () => {}));
  const usage = useDailyUsage(send);
  return (
    <UsageCounterContext value={usage.counter}>
      <TranslationsOfTab {...props} send={send} usage={usage} />
    </UsageCounterContext>
  );
}

interface PropsOfTab extends Omit<Props, "client"> {
  send: Send;
  usage: DailyUsage;
}

function TranslationsOfTab({ draft, edit, tab, send, usage }: PropsOfTab) {
  const id = useId();
  const { count, limitReached } = useUsageCounter();
  const { shown, translate, cancel, undo } = useTranslations({ draft, edit, send, ...usage });
  const isOwn = tab === ownTab;
  const isHere = (tag: string): boolean => isOwn || tag === tab;
  const tags = tagsToTranslate(draft).filter(isHere);
  const here = shown.filter(({ request }) => isHere(request.to));
  const namesOf = (state: string): string[] =>
    here.filter((one) => one.state === state).map(({ request }) => languageName(request.to));
  const problems = here.flatMap((one) => (one.state === "failed" ? [describeProblem(one.problem)] : []));
  const isBusy = namesOf("asking").length > 0;
  const isOff = isBusy || limitReached;
  /** The pressed button disappears, so the focus goes to the tab. */
  const andLeave = (work: () => void) => () => {
    work();
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
        {isBusy && <Button onClick={andLeave(cancel)}>{said.cancel}</Button>}
        {namesOf("filled").length > 0 && <Button onClick={andLeave(() => undo(here))}>{said.undo}</Button>}
        {usage.limit !== undefined && (
          <span className="usage">{said.usage(Math.min(count, usage.limit), usage.limit)}</span>
        )}
      </div>
      {/* Present from the start: a region that is added together with its text is not announced. */}
      <div role="status">
        {(["asking", "filled", "outdated", "failed"] as const).map(
          (state) => namesOf(state).length > 0 && <p key={state}>{said[state](namesOf(state))}</p>,
        )}
        {[...new Set(problems)].map((problem) => (
          <Sentence key={problem} className="fault">
            {problem}
          </Sentence>
        ))}
        <p id={id}>{limitReached && said.limitReached}</p>
      </div>
      <ul className="hints">
        {here.map(
          (one) =>
            one.state === "filled" &&
            one.reply.hints.map(({ field, detail }) => (
              <li key={`${one.request.to} ${field}`}>
                {languageName(one.request.to)}: <Said>{inEnglish(detail)}</Said>
              </li>
            )),
        )}
      </ul>
    </section>
  );
}
