import { type ReactNode, useContext, useState } from "react";
import type { LanguageTag } from "../../schema/languages/tags.ts";
import type { Change } from "../../schema/notice/difference.ts";
import { findOverdue } from "../../schema/notice/expected-return.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import type { Text } from "../../schema/notice/texts.ts";
import { writtenTexts } from "../../schema/notice/translations.ts";
import { AppState, describeApp } from "./app.tsx";
import type { Base, Client, Problem } from "./client.ts";
import type { Commands } from "./commands.ts";
import { Button, PlainButton } from "./controls/button.tsx";
import { useShortcut } from "./controls/focus.ts";
import { Sentence } from "./controls/said.tsx";
import { Sheet } from "./controls/sheet.tsx";
import { changesBetween, DifferenceView } from "./difference.tsx";
import { outlookOf } from "./draft.ts";
import { faultInWords } from "./faults.ts";
import { exampleContact } from "./fields/text-fields.tsx";
import { OutdatedQuestion } from "./fields/translation.tsx";
import { languageNames, pageLanguageOf, pageLanguages } from "./language.ts";
import { Preview } from "./preview.tsx";
import { SignIn } from "./session.tsx";
import { canPublish, mayWrite, type ReadyWorkspace } from "./state.ts";
import { texts } from "./texts.ts";
import { age } from "./time.ts";
import {
  describeProblem,
  describeTrouble,
  isCutOff,
  isUnanswered,
  type Trouble,
  troubleHere,
} from "./trouble.ts";

const said = texts.publish;

interface Common {
  workspace: ReadyWorkspace;
  commands: Commands;
  client: Pick<Client, "now" | "sessionKey">;
}

interface ReviewProps extends Common {
  onConflict: () => void;
  /** Closes the sheet, and goes to the field of a fault. */
  onClose: (pointer?: string) => void;
}

/** The review of a draft: what changes for visitors, and the button that publishes it. */
export function ReviewSheet({ onConflict, onClose, ...common }: ReviewProps) {
  const { workspace, commands } = common;
  const { draft } = workspace;
  const { notice, changes, faults } = outlookOf(draft);
  return (
    <Review
      {...common}
      heading={said.heading}
      notice={notice}
      changes={changes}
      isPageShown={draft.base.revision === 1}
      isReady={canPublish(workspace)}
      publish={commands.publish}
      canShow
      onOvertaken={onConflict}
      onClose={() => onClose()}
      instead={
        faults.length > 0 && (
          <>
            <p>{said.faulty}</p>
            <ul className="faults">
              {faults.map(({ detail, pointer }) => (
                <li key={`${pointer} ${detail}`}>
                  <PlainButton onClick={() => onClose(pointer)}>{detail}</PlainButton>
                </li>
              ))}
            </ul>
          </>
        )
      }
    >
      <OutdatedQuestion draft={draft} edit={commands.edit} />
    </Review>
  );
}

interface AgainProps extends Common {
  /** The revision to publish again, and its notice. */
  revision: number;
  notice: Notice;
  onClose: () => void;
}

export function AgainSheet({ revision, notice, onClose, ...common }: AgainProps) {
  const { workspace, commands } = common;
  const { live } = workspace;
  /** The base of the difference. Only this notice is replaced, whatever is published meanwhile. */
  const [reviewed, setReviewed] = useState<Base | undefined>(live);
  const [isOvertaken, setOvertaken] = useState(false);
  if (!reviewed) setReviewed(live);
  const base = reviewed ?? live;
  const changes = changesBetween(base.notice, notice);
  return (
    <Review
      {...common}
      heading={said.headingAgain(revision)}
      notice={notice}
      changes={changes}
      isPageShown
      isReady={changes.length > 0}
      publish={() => commands.rollBack(revision, notice, base)}
      onOvertaken={() => {
        setOvertaken(true);
        setReviewed(undefined);
      }}
      onClose={onClose}
    >
      {isOvertaken && (
        <p className="fault" role="alert">
          {texts.history.overtaken(live.revision)}
        </p>
      )}
    </Review>
  );
}

interface Props extends Common {
  heading: string;
  notice: Notice;
  changes: Change[];
  isPageShown: boolean;
  isReady: boolean;
  /** Publishes and, if asked, turns the switch so that visitors see it now; gives why nothing was published. */
  publish: (isShown?: boolean) => Promise<Problem | undefined>;
  canShow?: boolean;
  onOvertaken: () => void;
  onClose: () => void;
  instead?: ReactNode;
  /** Shown first. */
  children: ReactNode;
}

function Review({ workspace, commands, client, notice, changes, onOvertaken, ...props }: Props) {
  const { heading, isPageShown, isReady, publish, canShow, onClose, instead, children } = props;
  const { trouble } = workspace;
  const app = useContext(AppState);
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const isEnabled = isReady && !isBusy;
  const lost = languageNames(tagsWithLosses(notice, changes));
  const warnings = [lost && said.lost(lost), describeOverdue(notice, client.now())].filter(Boolean);
  const send = async (isShown?: boolean): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    const problem = await publish(isShown);
    setBusy(false);
    if (problem?.status === 412) onOvertaken();
    else setProblem(problem);
  };
  useShortcut(isEnabled ? () => void send() : undefined);
  return (
    <Sheet heading={heading} onClose={onClose} className="review">
      {children}
      {instead || (
        <>
          {isPageShown && (
            <Preview
              sessionKey={client.sessionKey}
              notice={notice}
              language={pageLanguageOf(notice.language)}
              isCutOff={isCutOff(trouble)}
              now={client.now()}
              isPlain
            />
          )}
          <DifferenceView changes={changes} language={notice.language} />
          {warnings.map((warning) => (
            <p className="fault" key={warning}>
              {warning}
            </p>
          ))}
        </>
      )}
      {!mayWrite(workspace) && <p className="fault">{texts.trouble.readOnly}</p>}
      {problem && <PublishProblem problem={problem} trouble={trouble} commands={commands} />}
      <div className="foot">
        <div className="rule">
          <p className="fault">{exampleContact(notice.contactEmail)}</p>
          <p>{`${texts.app.purpose} ${describeApp(app)}`}</p>
        </div>
        <div className="actions">
          {canShow && app?.switch?.on === false && (
            <Button disabled={!isEnabled} onClick={() => void send(true)}>
              {texts.switch.show(app.host)}
            </Button>
          )}
          <Button className="main" disabled={!isEnabled} onClick={() => void send()}>
            {said.publish} <kbd>{said.shortcut(/Mac|iPhone|iPad/.test(navigator.userAgent))}</kbd>
          </Button>
        </div>
      </div>
    </Sheet>
  );
}

/** The languages that lose words because the notice itself has none in their place. */
function tagsWithLosses(notice: Notice, changes: Change[]): LanguageTag[] {
  const own = writtenTexts(notice);
  const isLost = ({ field, after }: Change): boolean => after === undefined && !own[field as Text];
  return pageLanguages.filter((tag) =>
    changes.some((change) => change.translation === tag && isLost(change)),
  );
}

/** The age of an expected return that has passed, in a sentence; undefined if it has not passed. */
export function describeOverdue(notice: Notice, now: number): string | undefined {
  const overdue = findOverdue(notice, now);
  return overdue && texts.trouble.overdue(age(now - overdue.seconds * 1000, now));
}

interface ProblemProps extends Pick<Common, "commands"> {
  problem: Problem;
  /** Why the editor cannot work now. */
  trouble: Trouble | undefined;
}

export function PublishProblem({ problem, trouble, commands }: ProblemProps) {
  const { status, errors = [] } = problem;
  // A missing reply or a lost session may be over by now, so the current trouble counts.
  const reasons = isCutOff(troubleHere(problem))
    ? [trouble && isCutOff(trouble) ? describeTrouble(trouble) : ""]
    : errors.length > 0
      ? errors.map(faultInWords)
      : [describeProblem(problem)];
  const unsure = isUnanswered(problem) || status === 504 ? [said.unsure] : [];
  return (
    <div className="fault" role="alert">
      {[...reasons, ...unsure].filter(Boolean).map((sentence) => (
        <Sentence key={sentence}>{sentence}</Sentence>
      ))}
      {trouble?.kind === "signed-out" && <SignIn commands={commands} />}
    </div>
  );
}
