import { useId, useState } from "react";
import { UsageCounterContext, useUsageCounter } from "../../page/usage-counter.ts";
import type { Client } from "../client.ts";
import { createSend } from "../client.ts";
import { Button } from "../controls/button.tsx";
import { focusOn } from "../controls/focus.ts";
import { Sentence } from "../controls/said.tsx";
import { inEnglish, languageName } from "../language.ts";
import { texts } from "../texts.ts";
import { describeProblem } from "../trouble.ts";
import { ownTab } from "./language-tabs.tsx";
import {
  type PartsOfTranslations,
  tagsToTranslate,
  useDailyUsage,
  useTranslations,
} from "./use-translations.ts";

const said = texts.proposals;

interface Props extends Pick<PartsOfTranslations, "draft" | "edit"> {
  client: Pick<Client, "sessionKey">;
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

function TranslationsOfTab({ tab, ...parts }: PartsOfTranslations & { tab: string }) {
  const id = useId();
  const { draft, usage } = parts;
  const { count, limitReached } = useUsageCounter();
  const { shown, translate, undo } = useTranslations(parts);
  const isOwn = tab === ownTab;
  const isHere = (tag: string): boolean => isOwn || tag === tab;
  const tags = tagsToTranslate(draft).filter(isHere);
  const here = shown.filter(({ request }) => isHere(request.to));
  const namesOf = (state: string): string[] =>
    here.filter((one) => one.state === state).map(({ request }) => languageName(request.to));
  const details = here.flatMap((one) => {
    if (one.state === "failed") return [describeProblem(one.problem)];
    const hints = one.state === "filled" ? one.reply.hints : [];
    return hints.map(({ detail }) => `${languageName(one.request.to)}: ${inEnglish(detail)}`);
  });
  const isOff = limitReached || namesOf("asking").length > 0;
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
        {namesOf("filled").length > 0 && (
          <Button
            onClick={() => {
              undo(here);
              // This button disappears.
              focusOn(".languages [aria-selected=true]");
            }}
          >
            {said.undo}
          </Button>
        )}
        {usage.limit !== undefined && (
          <span className="usage">{said.usage(Math.min(count, usage.limit), usage.limit)}</span>
        )}
      </div>
      {/* Present from the start: a region that is added together with its text is not announced. */}
      <div role="status">
        {(["asking", "filled", "outdated", "failed"] as const).map(
          (state) => namesOf(state).length > 0 && <p key={state}>{said[state](namesOf(state))}</p>,
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
