import { findOverdue, leftOverSeconds } from "../../../schema/notice/overdue.ts";
import { ConflictLine } from "../conflict/conflict-line.tsx";
import { documentOf } from "../draft/document.ts";
import { describeOverdue } from "../publish/overdue.ts";
import { PublishedLine } from "../publish/published-line.tsx";
import { SessionLine } from "../session/session-line.tsx";
import { texts } from "../texts.ts";
import { DraftLines } from "../unfinished/draft-lines.tsx";
import { LeftAsideLines } from "../unfinished/left-aside-lines.tsx";
import type { Commands } from "../workspace/commands.ts";
import type { ReadyWorkspace } from "../workspace/ready.ts";
import type { Tools } from "../workspace/use-workspace.ts";
import { TroubleLine } from "./trouble-line.tsx";

interface Props {
  tools: Tools;
  workspace: ReadyWorkspace;
  commands: Commands;
  /** Shows what somebody else has published. */
  onLook: () => void;
  onHistory: () => void;
}

/** What there is to know before one goes on, a line for each. */
export function Lines({ tools, workspace, commands, onLook, onHistory }: Props) {
  const { client, tabs, storage } = tools;
  const { session, trouble, live, entry, draft, restoredAt, isUnkept, outcome } = workspace;
  const notice = documentOf(draft);
  const overdue = describeOverdue(notice, client.now());
  const isLeftOver =
    notice.expectedReturn === live.notice.expectedReturn &&
    (findOverdue(notice, client.now())?.seconds ?? 0) > leftOverSeconds;
  return (
    <div className="lines">
      <TroubleLine trouble={trouble} isUnkept={isUnkept} commands={commands} />
      <SessionLine trouble={workspace.sessionTrouble} onClose={commands.closeSessionTrouble} />
      {outcome && (
        <PublishedLine
          key={outcome.publication.revision}
          outcome={outcome}
          workspace={workspace}
          commands={commands}
          onHistory={onHistory}
        />
      )}
      {draft.base.etag !== live.etag && (
        <ConflictLine revision={live.revision} entry={entry} now={client.now()} onLook={onLook} />
      )}
      {overdue && (
        <p className="line warning">
          {overdue} {isLeftOver && texts.trouble.leftOver}
        </p>
      )}
      {isUnkept && <p className="line warning">{texts.drafts.notKept}</p>}
      {session.scope === "read" && <p className="line">{texts.trouble.readOnly}</p>}
      {live.revision === 1 && !outcome && <p className="line">{texts.trouble.firstUse}</p>}
      <DraftLines
        storage={storage}
        tabs={tabs}
        draft={draft}
        restoredAt={restoredAt}
        onRestore={commands.restore}
      />
      <LeftAsideLines storage={storage} tabs={tabs} />
    </div>
  );
}
