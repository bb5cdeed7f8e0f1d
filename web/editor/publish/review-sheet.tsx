import { type ReactNode, useState } from "react";
import type { Fault } from "../../../schema/errors/fault.ts";
import type { Problem } from "../client/problem.ts";
import type { Commands } from "../commands.ts";
import { PlainButton } from "../controls/button.tsx";
import { Sheet } from "../controls/sheet.tsx";
import { outlookOf } from "../draft.ts";
import { canPublish, mayWrite, type ReadyWorkspace } from "../state.ts";
import { texts } from "../texts.ts";
import { PublishProblem } from "./publish-problem.tsx";
import { ReviewFoot } from "./review-foot.tsx";
import { WhatChanges } from "./what-changes.tsx";

const said = texts.publish;

interface Props {
  workspace: ReadyWorkspace;
  commands: Commands;
  /** The time by the service's clock, in ms since the epoch. */
  now: number;
  /** The choices about translations. */
  translations: ReactNode;
  onConflict: () => void;
  /** Closes the sheet, and goes to the field of a fault. */
  onClose: (pointer?: string) => void;
}

/** What changes for visitors, and the button that publishes it. */
export function ReviewSheet({ workspace, commands, now, translations, onConflict, onClose }: Props) {
  const { draft, trouble } = workspace;
  const { notice, changes, faults, undecided } = outlookOf(draft);
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);

  const publish = async (isShown?: boolean): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    const problem = await commands.publish(isShown);
    setBusy(false);
    if (problem?.status === 412) onConflict();
    else setProblem(problem);
  };

  return (
    <Sheet heading={said.heading} onClose={() => onClose()} className="review">
      {translations}
      {faults.length > 0 ? (
        <Faults faults={faults} onClose={onClose} />
      ) : (
        <WhatChanges notice={notice} changes={changes} now={now} isUndecided={undecided.length > 0} />
      )}
      {!mayWrite(workspace) && <p className="warning">{texts.trouble.readOnly}</p>}
      {problem && <PublishProblem problem={problem} trouble={trouble} commands={commands} />}
      <ReviewFoot
        back={said.back}
        publish={said.publish}
        isReady={canPublish(workspace)}
        isBusy={isBusy}
        onBack={() => onClose()}
        onPublish={() => void publish()}
        onShow={() => void publish(true)}
      />
    </Sheet>
  );
}

function Faults({ faults, onClose }: { faults: Fault[]; onClose: (pointer: string) => void }) {
  return (
    <>
      <p>{said.faulty(faults.length)}</p>
      <ul className="faults">
        {faults.map(({ detail, pointer }) => (
          <li key={`${pointer} ${detail}`}>
            <PlainButton onClick={() => onClose(pointer)}>{detail}</PlainButton>
          </li>
        ))}
      </ul>
    </>
  );
}
