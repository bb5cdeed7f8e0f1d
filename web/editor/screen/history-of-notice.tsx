import { useState } from "react";
import type { Notice } from "../../../schema/notice/notice.ts";
import type { Problem } from "../client/problem.ts";
import { HistorySheet } from "../history/history-sheet.tsx";
import { PublishProblem } from "../publish/publish-problem.tsx";
import { texts } from "../texts.ts";
import { isCutOff } from "../trouble/trouble.ts";
import type { ReadyWorkspace } from "../workspace/ready.ts";
import type { Tools, Work } from "../workspace/use-workspace.ts";

interface Props extends Tools, Work {
  workspace: ReadyWorkspace;
  mayWrite: boolean;
  onSignedIn: () => void;
  onClose: () => void;
  onStartFrom: (notice: Notice) => void;
}

/** The history, with what came of a rollback that could not be done. */
export function HistoryOfNotice(props: Props) {
  const { client, workspace, publish, mayWrite, onSignedIn, onClose, onStartFrom } = props;
  const { live, entry, trouble } = workspace;
  const [problem, setProblem] = useState<Problem>();
  const rollBack = async (again: number): Promise<void> => {
    setProblem(undefined);
    const { revision, etag } = live;
    setProblem(await publish({ base: { revision, etag }, again }));
  };
  return (
    <HistorySheet
      {...{ client, mayWrite, onClose, onStartFrom }}
      live={live.revision}
      isCutOff={isCutOff(trouble)}
      onRollBack={(revision) => void rollBack(revision)}
    >
      {problem?.status === 412 ? (
        <p className="fault" role="alert">
          {texts.history.overtaken(live.revision, entry?.author)}
        </p>
      ) : (
        problem && <PublishProblem {...{ problem, trouble, client, onSignedIn }} />
      )}
    </HistorySheet>
  );
}
