import { useState } from "react";
import type { Client } from "../client/client.ts";
import type { Problem } from "../client/problem.ts";
import { HistorySheet } from "../history/history-sheet.tsx";
import { PublishProblem } from "../publish/publish-problem.tsx";
import { texts } from "../texts.ts";
import type { Commands } from "../workspace/commands.ts";
import type { ReadyWorkspace } from "../workspace/ready.ts";

interface Props {
  client: Client;
  workspace: ReadyWorkspace;
  commands: Commands;
  onClose: () => void;
}

/** The history, with what came of a rollback that could not be done. */
export function HistoryOfNotice({ client, workspace, commands, onClose }: Props) {
  const { live, entry, trouble } = workspace;
  const [problem, setProblem] = useState<Problem>();
  const rollBack = async (revision: number): Promise<void> => {
    setProblem(undefined);
    setProblem(await commands.rollBack(revision));
  };
  return (
    <HistorySheet
      client={client}
      workspace={workspace}
      onClose={onClose}
      onStartFrom={(notice) => {
        commands.startFrom(notice);
        onClose();
      }}
      onRollBack={(revision) => void rollBack(revision)}
    >
      {problem?.status === 412 ? (
        <p className="fault" role="alert">
          {texts.history.overtaken(live.revision, entry?.author)}
        </p>
      ) : (
        problem && <PublishProblem problem={problem} trouble={trouble} commands={commands} />
      )}
    </HistorySheet>
  );
}
