import { useEffect, useId, useState } from "react";
import type { LanguageTag } from "../../../schema/languages/tags.ts";
import type { Text } from "../../../schema/notice/texts.ts";
import { Button } from "../controls/button.tsx";
import { focusOn } from "../controls/focus.ts";
import { type Draft, textsOf } from "../draft/draft.ts";
import { withTranslation } from "../draft/edit.ts";
import { languageName } from "../language.ts";
import { ownTab } from "../languages/language-tabs.tsx";
import { texts } from "../texts.ts";
import type { AskForProposal } from "./asking/ask.ts";
import {
  isOutdated,
  isProposed,
  isUnderWay,
  keptTags,
  languageOf,
  type ProposalAsked,
  partStateOf,
  partsOf,
  tagsToTranslate,
  translationOf,
} from "./asking/asked.ts";
import type { DailyUsage } from "./asking/use-daily-usage.ts";
import { useProposals } from "./asking/use-proposals.ts";
import { LanguageLines } from "./language-lines.tsx";
import { ProblemOfAsked } from "./problem-of-asked.tsx";
import { ProposalView } from "./proposal-view.tsx";
import { RequestButton, UsageOfDay } from "./request-button.tsx";
import { said } from "./texts.ts";

export interface PropsOfTab {
  draft: Draft;
  edit: (change: (draft: Draft) => Draft) => void;
  /** The selected tab. */
  tab: string;
  onTab: (tab: string) => void;
}

interface Props extends PropsOfTab {
  ask: AskForProposal;
  usage: DailyUsage;
}

/** The buttons for proposals for a tab, their state, and the proposal. */
export function ProposalsOfTab({ draft, edit, tab, onTab, ask, usage }: Props) {
  const id = useId();
  const [announced, setAnnounced] = useState("");
  /** A person's own texts that taken proposals replaced. */
  const [replaced, setReplaced] = useState<Record<string, { mine: string; taken: string }>>({});
  const onChange = (of: string, asked: ProposalAsked): void => {
    if (asked.state !== "waiting") setAnnounced(announcementOf(of, asked));
  };
  const proposals = useProposals({ ask, correct: usage.correct, refresh: usage.refresh, onChange });
  const { asked, request, cancel, forget } = proposals;
  const isOwn = tab === ownTab;
  const here = asked[tab];
  const tags = tagsToTranslate(draft);
  const hereTag = tags.find((tag) => tag === tab);
  const underWay = Object.keys(asked).filter((of) => isUnderWay(asked[of]) && (isOwn || of === tab));
  const language = languageOf(draft);
  const gone = Object.keys(asked).filter(
    (of) => of !== ownTab && isUnderWay(asked[of]) && !keptTags(draft).some((tag) => tag === of),
  );
  // Cancel requests for languages that the draft no longer has.
  useEffect(() => {
    if (gone.length > 0) cancel(gone);
  });

  /** The pressed button may disappear, so the focus stays in its part. */
  const write = (name: Text, value: string): void => {
    const before = textsOf(draft, tab)[name];
    const part = `${tab} ${name}`;
    setReplaced((replaced) => {
      const earlier = replaced[part];
      const mine = earlier?.taken === before ? earlier.mine : before;
      return { ...replaced, [part]: { mine, taken: value } };
    });
    edit((draft) => withTranslation(draft, tab, name, value));
    focusOn(`[data-part="${name}"] button`);
  };
  const translate = (those: LanguageTag[]): void =>
    request(Object.fromEntries(those.map((tag) => [tag, translationOf(draft, tag)])));
  /** Successful translations are not requested again, because each request is paid. */
  const translateAll = (): void => {
    const missing = tags.filter((tag) => !isProposed(asked[tag], draft));
    translate(missing.length > 0 ? missing : tags);
  };
  const close = (): void => {
    forget(tab);
    focusOn(".languages [aria-selected=true]");
  };
  return (
    <section className="proposals" aria-labelledby={id}>
      <h2 className="unseen" id={id}>
        {said.label}
      </h2>
      {/* Present from the start: a region that is added together with its text is not announced. */}
      <p className="unseen" role="status">
        {announced}
      </p>
      <div className="actions">
        {isOwn && tags.length > 0 && (
          <RequestButton isBusy={tags.some((tag) => isUnderWay(asked[tag]))} onClick={translateAll}>
            {said.translateAll}
          </RequestButton>
        )}
        {!isOwn && hereTag && (
          <RequestButton isBusy={isUnderWay(here)} onClick={() => translate([hereTag])}>
            {said.translate}
          </RequestButton>
        )}
        {underWay.length > 0 && (
          <Button
            onClick={() => {
              cancel(underWay);
              focusOn(".proposals .actions button");
            }}
          >
            {said.cancel}
          </Button>
        )}
        <UsageOfDay limit={usage.limit} />
      </div>
      {here && here.state !== "proposed" && <p className="state">{said.state[here.state]}</p>}
      {here?.state === "failed" && <ProblemOfAsked problem={here.problem} />}
      {here?.state === "proposed" && (
        <ProposalView
          heading={languageName(tab)}
          proposal={here.proposal}
          parts={partsOf(here, draft).map((name) => ({
            name,
            before: textsOf(draft, tab)[name],
            after: here.proposal.words[name] ?? "",
            state: partStateOf(here, tab, draft, name),
            replaced: replaced[`${tab} ${name}`]?.mine,
          }))}
          translation={tab}
          language={language}
          isOutdated={isOutdated(here, draft)}
          onWrite={write}
          onLeave={(name) => {
            proposals.leave(tab, name);
            focusOn(`[data-part="${name}"] button`);
          }}
          onClose={close}
        />
      )}
      {isOwn && <LanguageLines asked={asked} draft={draft} onTab={onTab} />}
    </section>
  );
}

function announcementOf(tab: string, asked: ProposalAsked): string {
  const hints = asked.state === "proposed" ? asked.proposal.hints.length : 0;
  const state = said.state[asked.state];
  return said.line(languageName(tab), hints > 0 ? `${state}${texts.comma}${said.hints(hints)}` : state);
}
