import type { Fault } from "../../../schema/errors/fault.ts";
import type { Change } from "../../../schema/notice/difference.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import type { Client } from "../client/client.ts";
import { ConflictSheet } from "../conflict/conflict-sheet.tsx";
import { type Draft, isTouched } from "../draft/draft.ts";
import { HistorySheet } from "../history/history-sheet.tsx";
import type { BrowserStorage } from "../kept/browser-storage.ts";
import { keepDraft } from "../kept/kept-drafts.ts";
import { ownTab } from "../languages/language-tabs.tsx";
import { ReviewSheet } from "../publish/review-sheet.tsx";
import { ownZone } from "../time/zones.ts";
import { describeProblem } from "../trouble/describe-trouble.ts";
import type { ReadyWorkspace } from "../workspace/ready.ts";
import type { Action } from "../workspace/workspace.ts";

export type SheetName = "review" | "history" | "conflict";

interface Props {
  sheet: SheetName | undefined;
  onSheet: (sheet: SheetName | undefined) => void;
  onTab: (tab: string) => void;
  client: Client;
  storage: BrowserStorage;
  workspace: ReadyWorkspace;
  dispatch: (action: Action) => void;
  onSignedIn: () => void;
  draft: Draft;
  notice: Notice;
  changes: Change[];
  faults: Fault[];
}

/** The sheet that is over the screen, if there is one. */
export function Sheets(props: Props) {
  const { sheet, onSheet, onTab, client, storage, workspace, dispatch, draft, notice } = props;
  const { session, live } = workspace;
  const close = () => onSheet(undefined);
  const mayWrite = session.scope === "write";
  const take = (notice: Notice): void => {
    // Nothing that was typed is lost: it is offered again.
    if (isTouched(draft)) keepDraft(storage, { tab: crypto.randomUUID(), at: Date.now(), draft });
    dispatch({ type: "taken", notice, zone: ownZone() });
    close();
  };
  const rollBack = async (revision: number): Promise<string | undefined> => {
    const reply = await client.rollBack(revision, { etag: live.etag, key: crypto.randomUUID() });
    if (!reply.ok) return describeProblem(reply.problem);
    const outcome = { publication: reply.value, previous: live.revision, again: revision };
    dispatch({ type: "rolled-back", outcome, zone: ownZone() });
    close();
    return undefined;
  };
  const meetConflict = async (): Promise<void> => {
    const reply = await client.notice();
    if (reply.ok) dispatch({ type: "live", live: reply.value, zone: ownZone() });
    onSheet("conflict");
  };
  switch (sheet) {
    case "review":
      return (
        <ReviewSheet
          {...props}
          base={draft.base}
          mayWrite={mayWrite}
          onPublished={(publication) => {
            const outcome = { publication, previous: draft.base.revision };
            dispatch({ type: "published", outcome, zone: ownZone() });
            close();
          }}
          onConflict={() => void meetConflict()}
          onClose={(pointer) => {
            close();
            if (pointer) goTo(pointer, onTab);
          }}
        />
      );
    case "history":
      return (
        <HistorySheet
          client={client}
          live={live.revision}
          mayWrite={mayWrite}
          onClose={close}
          onStartFrom={take}
          onRollBack={rollBack}
        />
      );
    case "conflict":
      return (
        <ConflictSheet
          base={draft.base.notice}
          mine={notice}
          theirs={live.notice}
          onClose={close}
          onResolved={take}
        />
      );
    default:
      return null;
  }
}

/** Goes to the field of a fault, in the tab in which it is. */
function goTo(pointer: string, onTab: (tab: string) => void): void {
  const [, first, tag] = pointer.split("/");
  onTab(first === "translations" && tag ? tag : ownTab);
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-pointer="${CSS.escape(pointer)}"]`)?.focus(),
  );
}
