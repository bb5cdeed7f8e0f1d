import type { Fault } from "../../../schema/errors/fault.ts";
import type { Change } from "../../../schema/notice/difference.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { ConflictSheet } from "../conflict/conflict-sheet.tsx";
import { type Draft, isTouched } from "../draft/draft.ts";
import { keepDraft } from "../kept/kept-drafts.ts";
import { ownTab } from "../languages/language-tabs.tsx";
import { ReviewSheet } from "../publish/review-sheet.tsx";
import { ownZone } from "../time/zones.ts";
import type { ReadyWorkspace } from "../workspace/ready.ts";
import type { Tools, Work } from "../workspace/use-workspace.ts";
import { HistoryOfNotice } from "./history-of-notice.tsx";

export type SheetName = "review" | "history" | "conflict";

interface Props extends Tools, Work {
  sheet: SheetName | undefined;
  onSheet: (sheet: SheetName | undefined) => void;
  onTab: (tab: string) => void;
  workspace: ReadyWorkspace;
  onSignedIn: () => void;
  draft: Draft;
  notice: Notice;
  changes: Change[];
  faults: Fault[];
}

/** The sheet that is over the screen, if there is one. */
export function Sheets(props: Props) {
  const { sheet, onSheet, onTab, storage, workspace, dispatch, publisher, draft, notice } = props;
  const { session, live, trouble } = workspace;
  const close = () => onSheet(undefined);
  const mayWrite = session.scope === "write";
  const take = (notice: Notice): void => {
    // Nothing that was typed is lost: it is offered again.
    if (isTouched(draft)) keepDraft(storage, { tab: crypto.randomUUID(), at: Date.now(), draft });
    dispatch({ type: "taken", notice, zone: ownZone() });
    close();
  };
  switch (sheet) {
    case "review":
      return (
        <ReviewSheet
          {...props}
          base={draft.base}
          mayWrite={mayWrite}
          trouble={trouble}
          onConflict={() => onSheet("conflict")}
          onClose={(pointer) => {
            close();
            if (pointer) goTo(pointer, onTab);
          }}
        />
      );
    case "history":
      return <HistoryOfNotice {...props} mayWrite={mayWrite} onClose={close} onStartFrom={take} />;
    case "conflict":
      return (
        <ConflictSheet
          base={draft.base.notice}
          mine={notice}
          theirs={live.notice}
          isUnknown={publisher.unknown(live.etag) !== undefined}
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
