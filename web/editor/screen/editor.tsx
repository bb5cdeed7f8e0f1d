import { SessionLine } from "../session/session-line.tsx";
import { SignInPage } from "../session/sign-in-page.tsx";
import { useLinkWhileSignedIn } from "../session/use-link.ts";
import { texts } from "../texts.ts";
import { followLink, type SessionTrouble } from "../workspace/change-session.ts";
import { type Tools, useWorkspace } from "../workspace/use-workspace.ts";
import { EditorScreen } from "./editor-screen.tsx";
import { TroubleLine } from "./trouble-line.tsx";

/** The whole page: sign-in first, then the one screen. */
export function Editor(tools: Tools) {
  const work = useWorkspace(tools);
  const { workspace, dispatch } = work;
  const { client } = tools;
  const { session, isLocked, trouble, live, draft } = workspace;
  const signedIn = async (): Promise<void> => {
    const reply = await client.session();
    if (reply.ok) dispatch({ type: "signed-in", session: reply.value });
  };
  const onTrouble = (trouble: SessionTrouble | undefined): void =>
    dispatch({ type: "session-trouble", trouble });
  useLinkWhileSignedIn(
    Boolean(session),
    (secret) => void followLink(secret, { client, onSignedIn: () => void signedIn(), onTrouble }),
  );
  if (session === null)
    return <SignInPage client={client} isLocked={isLocked} onSignedIn={() => void signedIn()} />;
  if (session && live && draft)
    return (
      <EditorScreen
        {...tools}
        {...work}
        workspace={{ ...workspace, session, live, draft }}
        onSignedIn={() => void signedIn()}
      />
    );
  return (
    <main className="loading">
      <h1 className="unseen">{texts.heading}</h1>
      <SessionLine trouble={workspace.sessionTrouble} onClose={() => onTrouble(undefined)} />
      {trouble ? (
        <TroubleLine trouble={trouble} client={client} onSignedIn={() => void signedIn()} />
      ) : (
        <p role="status">{texts.loading}</p>
      )}
    </main>
  );
}
