import { useEffect, useId, useRef, useState } from "react";
import { describeOther } from "../../schema/advice/advice.ts";
import { findOverdue, leftOverSeconds } from "../../schema/notice/expected-return.ts";
import { useWhoSees } from "./app.tsx";
import type { Problem } from "./client.ts";
import type { Commands } from "./commands.ts";
import { Button, PlainButton } from "./controls/button.tsx";
import { TextToCopy } from "./controls/field.tsx";
import { recoverFocus } from "./controls/focus.ts";
import { Sentence } from "./controls/said.tsx";
import { outlookOf } from "./draft.ts";
import { inEnglish, inList } from "./language.ts";
import { describeOverdue, PublishProblem } from "./review.tsx";
import { SignIn } from "./session.tsx";
import { canUndo, isOvertaken, type Outcome, type ReadyWorkspace, type SessionTrouble } from "./state.ts";
import { texts } from "./texts.ts";
import { age } from "./time.ts";
import { describeTrouble, type Trouble } from "./trouble.ts";
import type { Tools } from "./use-workspace.ts";

interface LinesOfNoticeProps {
  tools: Tools;
  workspace: ReadyWorkspace;
  commands: Commands;
  onLook: () => void;
  onHistory: () => void;
}

/** All messages above the form, the most urgent first. */
export function LinesOfNotice({ tools, workspace, commands, onLook, onHistory }: LinesOfNoticeProps) {
  const { trouble, sessionTrouble, live, draft, restoredAt, offer, isUnkept, outcome } = workspace;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const now = tools.client.now();
  const { notice } = outlookOf(draft);
  const overdue = describeOverdue(notice, now);
  const isLeftOver =
    notice.expectedReturn === live.notice.expectedReturn &&
    (findOverdue(notice, now)?.seconds ?? 0) > leftOverSeconds;
  const published = outcome && (
    <PublishedLine
      key={`published ${outcome.publication.revision}`}
      outcome={outcome}
      workspace={workspace}
      commands={commands}
      onHistory={onHistory}
    />
  );
  const isOwnLive = !isOvertaken(workspace);
  const lines = [
    sessionTrouble && (
      <SessionLine key="session" trouble={sessionTrouble} onClose={commands.closeSessionTrouble} />
    ),
    isOwnLive && published,
    draft.base.etag !== live.etag && (
      <div key="conflict" className="line" role="status">
        <p>{texts.conflict.line(live.revision)}</p>
        <Button onClick={onLook}>{texts.conflict.look}</Button>
      </div>
    ),
    !isOwnLive && published,
    overdue !== undefined && (
      <p key="overdue" className="line warning">
        {overdue} {isLeftOver && texts.trouble.leftOver}
      </p>
    ),
    isUnkept && (
      <p key="unkept" className="line warning">
        {texts.drafts.notKept}
      </p>
    ),
    restoredAt !== undefined && (
      <p key="restored" className="line" role="status">
        {texts.drafts.back(age(restoredAt, Date.now()))}
      </p>
    ),
    // An unfinished draft to continue with or, if it cannot be read, its text to copy.
    offer && (
      <div key="offer" className="line">
        <p>{"draft" in offer ? texts.drafts.offer(age(offer.at, Date.now())) : texts.drafts.unreadable}</p>
        {"draft" in offer && <Button onClick={commands.restore}>{texts.drafts.goOn}</Button>}
        <PlainButton onClick={commands.forget}>{texts.drafts.forget}</PlainButton>
        {"text" in offer && <TextToCopy label={texts.drafts.itsText} text={offer.text} />}
      </div>
    ),
    live.revision === 1 && !outcome && (
      <p key="first-use" className="line">
        {texts.trouble.firstUse}
      </p>
    ),
  ];
  const shown = lines.filter((line) => typeof line === "object");
  const others = shown.length - (trouble ? 0 : 1);
  return (
    <div className="lines">
      <div id={id}>
        <TroubleLine trouble={trouble} isUnkept={isUnkept} commands={commands} />
        {shown.map((line, index) => (
          <div key={line.key} hidden={!isOpen && (trouble !== undefined || index > 0)}>
            {line}
          </div>
        ))}
      </div>
      {others > 0 && (
        <PlainButton aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {isOpen ? texts.lines.fewer : texts.lines.more(others)}
        </PlainButton>
      )}
    </div>
  );
}

interface TroubleProps {
  trouble: Trouble | undefined;
  /** The browser does not keep what is typed. */
  isUnkept?: boolean | undefined;
  commands: Commands;
}

/** Why the editor cannot work right now, and what to do. Present from the start, so that it is announced. */
export function TroubleLine({ trouble, isUnkept, commands }: TroubleProps) {
  const kind = trouble?.kind;
  const isAway = kind === "stopped" || kind === "offline" || kind === "unreachable";
  const comfort = [...(isUnkept ? [] : [texts.trouble.kept]), texts.trouble.visitors];
  return (
    <div className={trouble ? "line warning" : undefined} role="status">
      {trouble && <Sentence>{[describeTrouble(trouble), ...(isAway ? comfort : [])].join(" ")}</Sentence>}
      {trouble?.kind === "store" && trouble.detail && (
        <Sentence className="rule">{inEnglish(trouble.detail)}</Sentence>
      )}
      {kind === "signed-out" && <SignIn commands={commands} />}
    </div>
  );
}

interface SessionProps {
  trouble: SessionTrouble | undefined;
  onClose: () => void;
}

/** Why a link did not sign in, or signing out failed, until it is closed. */
export function SessionLine({ trouble, onClose }: SessionProps) {
  if (!trouble) return null;
  return (
    <div className="line warning" role="alert">
      <Sentence>{trouble.text}</Sentence>
      <Button onClick={trouble.again}>{texts.session.tryAgain}</Button>
      <PlainButton onClick={onClose}>{texts.close}</PlainButton>
    </div>
  );
}

const said = texts.publish;

interface Props {
  outcome: Outcome;
  workspace: ReadyWorkspace;
  commands: Commands;
  onHistory: () => void;
}

/** The last publication, who shows it, and the undo. A new line scrolls into view. */
function PublishedLine({ outcome, workspace, commands, onHistory }: Props) {
  const { live, trouble } = workspace;
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    line.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const undo = async (): Promise<void> => {
    setBusy(true);
    setProblem(await commands.undo());
    setBusy(false);
    recoverFocus();
  };
  const isReplaced = isOvertaken(workspace);
  return (
    <div className="line done" ref={line}>
      <div role="status">
        {describeOutcome(outcome, isReplaced ? live.revision : undefined, useWhoSees()).map((sentence) => (
          <Sentence key={sentence}>{sentence}</Sentence>
        ))}
      </div>
      {problem && !isReplaced && <PublishProblem problem={problem} trouble={trouble} commands={commands} />}
      {canUndo(workspace) && (
        <Button disabled={isBusy} onClick={() => void undo()}>
          {texts.publish.undo}
        </Button>
      )}
      {isReplaced && <Button onClick={onHistory}>{texts.history.heading}</Button>}
      <PlainButton onClick={commands.closeOutcome}>{texts.close}</PlainButton>
    </div>
  );
}

/** The outcome of a publication in sentences: who shows it and what it restores, or which revision has replaced it. */
export function describeOutcome(
  { publication, again }: Outcome,
  overtaker: number | undefined,
  whoSees: string,
): string[] {
  const { revision } = publication;
  if (overtaker) return [said.overtaken(revision, overtaker)];
  const [published = "", ...rest] = describePublication(publication);
  const broughtBack = again === undefined ? "" : said.again(again);
  return [[published, broughtBack, whoSees].filter(Boolean).join(" "), ...rest];
}

function describePublication({ revision, nodes, warnings = [] }: Outcome["publication"]): string[] {
  // If the database did not say who shows it, a warning tells that.
  const isUnknown = (warning: string): boolean => warning.startsWith(`Revision ${revision} is published`);
  if (!nodes) return [inEnglish(warnings.find(isUnknown) ?? "") || said.done(revision)];
  const { live, others } = nodes;
  const all = live.length + others.length;
  if (all === 0) return [said.noNode(revision)];
  const names = live.map(({ label }) => label);
  return [
    said.onNodes(revision, `${live.length}/${all}${names.length > 0 ? ` (${inList(names)})` : ""}`),
    ...others.map((node) => inEnglish(`${node.label} ${describeOther(node, revision)}.`)),
  ];
}
