import { serialize } from "../../../schema/notice/notice.ts";
import { BackSheet } from "../app.tsx";
import type { Client } from "../client.ts";
import type { Commands } from "../commands.ts";
import { ConflictSheet } from "../conflict.tsx";
import { outlookOf } from "../draft.ts";
import { HistorySheet } from "../history.tsx";
import { ReviewSheet } from "../review.tsx";
import { InviteSheet, SignOutSheet } from "../session.tsx";
import type { ReadyWorkspace } from "../state.ts";

export type SheetName = "review" | "history" | "conflict" | "invite" | "sign-out" | "back";

interface Props {
  sheet: SheetName | undefined;
  onSheet: (sheet: SheetName | undefined) => void;
  onField: (pointer: string) => void;
  workspace: ReadyWorkspace;
  commands: Commands;
  client: Client;
}

/** The sheet that is over the screen, if there is one. */
export function Sheets({ sheet, onSheet, onField, workspace, commands, client }: Props) {
  const { live, entry, draft } = workspace;
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
          client={client}
          onConflict={() => onSheet("conflict")}
          onClose={(pointer) => (pointer ? leaveFor(pointer) : close())}
        />
      );
    case "history":
      return <HistorySheet client={client} workspace={workspace} commands={commands} onClose={close} />;
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
          author={entry?.author}
          onClose={close}
          onResolved={(notice) => {
            commands.resolve(notice);
            onSheet(serialize(notice) === serialize(live.notice) ? undefined : "review");
          }}
        />
      );
    default:
      return null;
  }
}
