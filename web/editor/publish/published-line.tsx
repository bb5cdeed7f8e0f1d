import { useEffect, useRef, useState } from "react";
import type { Problem } from "../client/problem.ts";
import { Said } from "../controls/said.tsx";
import { texts } from "../texts.ts";
import type { Commands } from "../workspace/commands.ts";
import { canUndo, isOvertaken, type ReadyWorkspace } from "../workspace/ready.ts";
import type { Outcome } from "../writes/outcome.ts";
import { describeOutcome } from "./outcome-in-words.ts";
import { PublishProblem } from "./publish-problem.tsx";

interface Props {
  outcome: Outcome;
  workspace: ReadyWorkspace;
  commands: Commands;
  onHistory: () => void;
}

/** What was published and who shows it, with the way back; it comes into sight when it is new. */
export function PublishedLine({ outcome, workspace, commands, onHistory }: Props) {
  const { live, entry, trouble } = workspace;
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
  };
  const isReplaced = isOvertaken(workspace);
  const overtaker = isReplaced ? { revision: live.revision, author: entry?.author } : undefined;
  return (
    <div className="line done" ref={line}>
      <div role="status">
        {describeOutcome(outcome, overtaker).map((sentence) => (
          <p key={sentence}>
            <Said>{sentence}</Said>
          </p>
        ))}
      </div>
      {problem && !isReplaced && <PublishProblem problem={problem} trouble={trouble} commands={commands} />}
      {canUndo(workspace) && (
        <button type="button" disabled={isBusy} onClick={() => void undo()}>
          {texts.publish.undo}
        </button>
      )}
      {isReplaced && (
        <button type="button" onClick={onHistory}>
          {texts.history.look}
        </button>
      )}
      <button type="button" className="plain" onClick={commands.closeOutcome}>
        {texts.close}
      </button>
    </div>
  );
}
