import { useState } from "react";
import type { Fault } from "../../../schema/errors/fault.ts";
import { warnOfStale } from "../../../schema/words/warnings.ts";
import type { Problem } from "../client/problem.ts";
import { Sheet } from "../controls/sheet.tsx";
import { useShortcut } from "../controls/use-shortcut.ts";
import { DifferenceView } from "../difference/difference-view.tsx";
import { changesOf, documentOf, faultsOf } from "../draft/document.ts";
import { texts } from "../texts.ts";
import type { Commands } from "../workspace/commands.ts";
import { canPublish, mayWrite, type ReadyWorkspace } from "../workspace/ready.ts";
import { describeOverdue } from "./overdue.ts";
import { PublishProblem } from "./publish-problem.tsx";
import { describeReaders } from "./readers.ts";

const said = texts.publish;
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

interface Props {
  workspace: ReadyWorkspace;
  commands: Commands;
  /** The time by the service's clock, in ms since the epoch. */
  now: number;
  onConflict: () => void;
  /** Takes the sheet off, and goes to where a fault is. */
  onClose: (pointer?: string) => void;
}

/** What changes for visitors, and the button that changes it. */
export function ReviewSheet({ workspace, commands, now, onConflict, onClose }: Props) {
  const { draft, trouble } = workspace;
  const [notice, changes, faults] = [documentOf(draft), changesOf(draft), faultsOf(draft)];
  const overdue = describeOverdue(notice, now);
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const isReady = canPublish(workspace) && !isBusy;

  const publish = async (): Promise<void> => {
    if (!isReady) return;
    setBusy(true);
    setProblem(undefined);
    const problem = await commands.publish();
    setBusy(false);
    if (problem?.status === 412 && !problem.isByEarlier) onConflict();
    else if (problem?.status !== 412) setProblem(problem);
  };
  useShortcut(() => void publish());

  return (
    <Sheet heading={said.heading} onClose={() => onClose()} className="review">
      {faults.length > 0 ? (
        <Faults faults={faults} onClose={onClose} />
      ) : (
        <>
          <DifferenceView changes={changes} language={notice.language} />
          {changes.length > 0 &&
            [...describeReaders(notice), ...warnOfStale({ notice, changes })].map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          {changes.length > 0 && overdue && <p className="warning">{overdue}</p>}
        </>
      )}
      {!mayWrite(workspace) && <p className="warning">{texts.trouble.readOnly}</p>}
      {problem && <PublishProblem problem={problem} trouble={trouble} commands={commands} />}
      <p className="rule">{texts.app.purpose}</p>
      <div className="foot">
        <button type="button" onClick={() => onClose()}>
          {said.back}
        </button>
        <button type="button" className="main" disabled={!isReady} onClick={() => void publish()}>
          {isBusy ? said.publishing : said.publish} <kbd>{said.shortcut(isMac)}</kbd>
        </button>
      </div>
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
            <button type="button" className="plain" onClick={() => onClose(pointer)}>
              {detail}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
