import { findOverdue, leftOverSeconds } from "../../../schema/notice/overdue.ts";
import { ConflictLine } from "../conflict/conflict-sheet.tsx";
import { documentOf } from "../draft/document.ts";
import { isTouched } from "../draft/draft.ts";
import { PublishedLine } from "../publish/published-line.tsx";
import { describeOverdue } from "../publish/what-changes.tsx";
import { SessionLine } from "../session/session-line.tsx";
import { texts } from "../texts.ts";
import { age } from "../time/age.ts";
import { LeftAsideLine } from "../unfinished/left-aside-line.tsx";
import { OfferLine, useUnfinished } from "../unfinished/offer-line.tsx";
import type { Commands } from "../workspace/commands.ts";
import { isOwnLive, type ReadyWorkspace } from "../workspace/ready.ts";
import type { Tools } from "../workspace/use-workspace.ts";
import { Lines } from "./lines.tsx";
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
  const { client, tabs, storage } = tools;
  const { trouble, sessionTrouble, live, entry, draft, restoredAt, isUnkept, outcome } = workspace;
  const now = client.now();
  const isClean = !isTouched(draft);
  const { offered, forget, aside, forgetAside } = useUnfinished(storage, tabs, isClean);
  const notice = documentOf(draft);
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
        {texts.drafts.back(age(restoredAt, Date.now()), draft.base.revision)}
      </p>
    ),
    ...offered.map((kept) => (
      <OfferLine
        key={`offered ${kept.tab}`}
        kept={kept}
        isClean={isClean}
        onRestore={commands.restore}
        onForget={forget}
      />
    )),
    ...aside.map((one) => <LeftAsideLine key={`aside ${one.key}`} one={one} onForget={forgetAside} />),
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
