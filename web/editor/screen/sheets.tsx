import type { Client } from "../client/client.ts";
import type { Commands } from "../commands.ts";
import { ConflictSheet } from "../conflict/conflict-sheet.tsx";
import { outlookOf } from "../draft.ts";
import { OutdatedQuestion } from "../fields/translation.tsx";
import { InviteSheet } from "../invite/invite-sheet.tsx";
import type { View } from "../preview/view.ts";
import { ReviewSheet } from "../publish/review-sheet.tsx";
import { SignOutSheet } from "../session/sign-out-sheet.tsx";
import { isOwnLive, type ReadyWorkspace } from "../state.ts";
import { BackSheet } from "../switch/switch-line.tsx";
import { HistoryOfNotice } from "./history-of-notice.tsx";

export type SheetName = "review" | "history" | "conflict" | "invite" | "sign-out" | "back";

interface Props {
  sheet: SheetName | undefined;
  onSheet: (sheet: SheetName | undefined) => void;
  /** Goes to the field at a pointer. */
  onField: (pointer: string) => void;
  workspace: ReadyWorkspace;
  commands: Commands;
  client: Client;
  view: View;
}

/** The sheet that is over the screen, if there is one. */
export function Sheets({ sheet, onSheet, onField, workspace, commands, client, view }: Props) {
  const { live, draft } = workspace;
  const close = () => onSheet(undefined);
  const leaveFor = (pointer: string) => {
    close();
    onField(pointer);
  };
  switch (sheet) {
    case "review":
      return (
        <ReviewSheet
          workspace={workspace}
          commands={commands}
          now={client.now()}
          translations={<OutdatedQuestion draft={draft} edit={commands.edit} />}
          onConflict={() => onSheet("conflict")}
          onClose={(pointer) => (pointer ? leaveFor(pointer) : close())}
        />
      );
    case "history":
      return (
        <HistoryOfNotice
          client={client}
          workspace={workspace}
          commands={commands}
          view={view}
          onClose={close}
        />
      );
    case "invite":
      return <InviteSheet client={client} onClose={close} />;
    case "sign-out":
      return <SignOutSheet commands={commands} onClose={close} />;
    case "back":
      return <BackSheet client={client} onClose={close} />;
    case "conflict":
      return (
        <ConflictSheet
          base={draft.base.notice}
          mine={outlookOf(draft).notice}
          theirs={live.notice}
          isOwn={isOwnLive(workspace)}
          onClose={close}
          onResolved={(notice) => {
            commands.resolve(notice);
            close();
          }}
        />
      );
    default:
      return null;
  }
}
