import { useState } from "react";
import type { Notice } from "../../../schema/notice/notice.ts";
import { staleTranslations } from "../../../schema/words/warnings.ts";
import type { Base } from "../client/client.ts";
import type { Problem } from "../client/problem.ts";
import type { Commands } from "../commands.ts";
import { Sheet } from "../controls/sheet.tsx";
import { changesBetween } from "../difference/changes-between.ts";
import { languageName } from "../language.ts";
import type { ReadyWorkspace } from "../state.ts";
import { texts } from "../texts.ts";
import { PublishProblem } from "./publish-problem.tsx";
import { ReviewFoot } from "./review-foot.tsx";
import { WhatChanges } from "./what-changes.tsx";

const said = texts.publish;

interface Props {
  workspace: ReadyWorkspace;
  commands: Commands;
  /** The revision to go back to, and its notice. */
  revision: number;
  notice: Notice;
  /** The time by the service's clock, in ms since the epoch. */
  now: number;
  onClose: () => void;
}

/** What going back to a revision changes for visitors, and the button that does it. */
export function RollbackSheet({ workspace, commands, revision, notice, now, onClose }: Props) {
  const { live, entry, trouble } = workspace;
  /** The base of the difference. Only this notice is replaced, whatever is published meanwhile. */
  const [reviewed, setReviewed] = useState<Base | undefined>(live);
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  if (!reviewed) setReviewed(live);
  const base = reviewed ?? live;
  const changes = changesBetween(base.notice, notice);
  const stale = staleTranslations({ notice, changes });

  const rollBack = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    const problem = await commands.rollBack(revision, notice, base);
    setBusy(false);
    setProblem(problem);
    if (problem?.status === 412) setReviewed(undefined);
  };
  return (
    <Sheet heading={said.headingOfRollback(revision)} onClose={onClose} className="review">
      {problem?.status === 412 ? (
        <p className="fault" role="alert">
          {texts.history.overtaken(live.revision, entry?.author)}
        </p>
      ) : (
        problem && <PublishProblem problem={problem} trouble={trouble} commands={commands} />
      )}
      <WhatChanges notice={notice} changes={changes} now={now} />
      {stale.length > 0 && <p className="warning">{said.stale(stale.map(languageName))}</p>}
      <ReviewFoot
        back={said.backToHistory}
        publish={said.rollBack}
        isReady={changes.length > 0}
        isBusy={isBusy}
        onBack={onClose}
        onPublish={() => void rollBack()}
      />
    </Sheet>
  );
}
