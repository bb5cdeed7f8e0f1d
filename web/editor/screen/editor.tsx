import { SessionLine, TroubleLine } from "../lines.tsx";
import { LinkPage, SignInPage, useLink } from "../session.tsx";
import { readyOf } from "../state.ts";
import { texts } from "../texts.ts";
import { type Tools, useWorkspace } from "../use-workspace.ts";
import { EditorScreen } from "./editor-screen.tsx";

/** The whole page: sign-in first, then the one screen. */
export function Editor({ tools }: { tools: Tools }) {
  const { workspace, commands } = useWorkspace(tools);
  const { session, isLocked, trouble } = workspace;
  const [link, forgetLink] = useLink();
  if (link)
    return (
      <LinkPage key={link} secret={link} name={session?.name} commands={commands} onClose={forgetLink} />
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
