import { findOverdue, leftOverSeconds } from "../../../schema/notice/overdue.ts";
import type { Commands } from "../commands.ts";
import { ConflictLine } from "../conflict/conflict-sheet.tsx";
import { outlookOf } from "../draft.ts";
import { PublishedLine } from "../publish/published-line.tsx";
import { describeOverdue } from "../publish/what-changes.tsx";
import { SessionLine } from "../session/session-line.tsx";
import { isOwnLive, type ReadyWorkspace } from "../state.ts";
import { texts } from "../texts.ts";
import { age } from "../time.ts";
import type { Tools } from "../use-workspace.ts";
import { Lines } from "./lines.tsx";
import { OfferLine } from "./offer-line.tsx";
import { TroubleLine } from "./trouble-line.tsx";

interface Props {
  tools: Tools;
  workspace: ReadyWorkspace;
  commands: Commands;
  /** Shows what somebody else published. */
  onLook: () => void;
  onHistory: () => void;
}

/** All messages above the form, the most urgent first. */
export function LinesOfNotice({ tools, workspace, commands, onLook, onHistory }: Props) {
  const { trouble, sessionTrouble, live, entry, draft, restoredAt, offer, isUnkept, outcome } = workspace;
  const now = tools.client.now();
  const { notice } = outlookOf(draft);
  const overdue = describeOverdue(notice, now);
  const isLeftOver =
    notice.expectedReturn === live.notice.expectedReturn &&
    (findOverdue(notice, now)?.seconds ?? 0) > leftOverSeconds;
  const isOwn = isOwnLive(workspace);
  const conflict = draft.base.etag !== live.etag && (
    <ConflictLine
      key="conflict"
      revision={live.revision}
      base={isOwn ? draft.base.revision : undefined}
      entry={entry}
      now={now}
      onLook={onLook}
    />
  );
  const lines = [
    sessionTrouble && (
      <SessionLine key="session" trouble={sessionTrouble} onClose={commands.closeSessionTrouble} />
    ),
    !isOwn && conflict,
    outcome && (
      <PublishedLine
        key={`published ${outcome.publication.revision}`}
        outcome={outcome}
        workspace={workspace}
        commands={commands}
        onHistory={onHistory}
      />
    ),
    isOwn && conflict,
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
    offer && <OfferLine key="offer" offer={offer} onRestore={commands.restore} onForget={commands.forget} />,
    live.revision === 1 && !outcome && (
      <p key="first-use" className="line">
        {texts.trouble.firstUse}
      </p>
    ),
  ];
  return (
    <Lines
      trouble={<TroubleLine trouble={trouble} isUnkept={isUnkept} commands={commands} />}
      isTroubled={trouble !== undefined}
      lines={lines.filter((line) => typeof line === "object")}
    />
  );
}
