import { TroubleLine } from "../lines/trouble-line.tsx";
import { InvitationPage } from "../session/invitation-page.tsx";
import { SessionLine } from "../session/session-line.tsx";
import { SignInPage } from "../session/sign-in.tsx";
import { useInvitation, useLinkWhileSignedIn } from "../session/use-link.ts";
import { texts } from "../texts.ts";
import { readyOf } from "../workspace/ready.ts";
import { type Tools, useWorkspace } from "../workspace/use-workspace.ts";
import { EditorScreen } from "./editor-screen.tsx";

/** The whole page: sign-in first, then the one screen. */
export function Editor({ tools }: { tools: Tools }) {
  const { workspace, commands } = useWorkspace(tools);
  const { session, isLocked, trouble } = workspace;
  useLinkWhileSignedIn(Boolean(session), (secret) => void commands.followLink(secret));
  const [invitation, forgetInvitation] = useInvitation();
  if (invitation)
    return (
      <InvitationPage
        key={invitation}
        secret={invitation}
        name={session?.name}
        commands={commands}
        onClose={forgetInvitation}
      />
    );
  if (session === null) return <SignInPage commands={commands} isLocked={isLocked} />;
  const ready = readyOf(workspace);
  if (ready) return <EditorScreen tools={tools} workspace={ready} commands={commands} />;
  return (
    <main className="loading">
      <h1 className="unseen">{texts.heading}</h1>
      <SessionLine trouble={workspace.sessionTrouble} onClose={commands.closeSessionTrouble} />
      {trouble ? <TroubleLine trouble={trouble} commands={commands} /> : <p role="status">{texts.loading}</p>}
    </main>
  );
}
