import { useState } from "react";
import type { Notice } from "../../../schema/notice/notice.ts";
import type { Client } from "../client/client.ts";
import type { Commands } from "../commands.ts";
import { HistorySheet } from "../history/history-sheet.tsx";
import { PreviewPane } from "../preview/preview-pane.tsx";
import type { View } from "../preview/view.ts";
import { RollbackSheet } from "../publish/rollback-sheet.tsx";
import type { ReadyWorkspace } from "../state.ts";
import { texts } from "../texts.ts";
import { isCutOff } from "../trouble/trouble.ts";

interface Props {
  client: Client;
  workspace: ReadyWorkspace;
  commands: Commands;
  /** The first view of the pages. */
  view: View;
  onClose: () => void;
}

/** The history, with the pages as they were, and over it the review of a rollback. */
export function HistoryOfNotice({ client, workspace, commands, view: first, onClose }: Props) {
  const [view, setView] = useState(first);
  const [reviewed, setReviewed] = useState<{ revision: number; notice: Notice }>();
  return (
    <>
      <HistorySheet
        client={client}
        workspace={workspace}
        onClose={onClose}
        actions={{
          onStartFrom: (notice) => {
            commands.startFrom(notice);
            onClose();
          },
          onRollBack: (revision, notice) => setReviewed({ revision, notice }),
          page: (revision, notice) => (
            <PreviewPane
              sessionKey={client.sessionKey}
              notice={notice}
              faulty={[]}
              isOf={texts.history.asItWas(revision)}
              isCutOff={isCutOff(workspace.trouble)}
              now={client.now()}
              view={view}
              onView={setView}
            />
          ),
        }}
      />
      {reviewed && (
        <RollbackSheet
          now={client.now()}
          workspace={workspace}
          commands={commands}
          {...reviewed}
          onClose={() => setReviewed(undefined)}
        />
      )}
    </>
  );
}
