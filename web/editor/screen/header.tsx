import type { ReactNode } from "react";
import type { RevisionReply } from "../../../schema/editor-api/revisions.ts";
import type { Session } from "../../../schema/editor-api/session.ts";
import { Button, PlainButton } from "../controls/button.tsx";
import { LanguageOfPage, Mark } from "../controls/mark.tsx";
import { texts } from "../texts.ts";
import { age } from "../time.ts";

interface Props {
  session: Session;
  /** Shown between the product's name and the buttons. */
  children: ReactNode;
  onHistory: () => void;
  onInvite: () => void;
  onSignOut: () => void;
}

/** The product's name, the ways to the history and to colleagues, and the way out. */
export function Header({ session, children, onHistory, onInvite, onSignOut }: Props) {
  return (
    <header className="top">
      <Mark />
      {children}
      <Button onClick={onHistory}>{texts.history.heading}</Button>
      {session.scope === "invite" && <PlainButton onClick={onInvite}>{texts.invite.open}</PlainButton>}
      <PlainButton onClick={onSignOut}>{texts.session.signOut}</PlainButton>
    </header>
  );
}

interface LiveLineProps {
  session: Session;
  revision: number;
  entry: RevisionReply | undefined;
  now: number;
  children: ReactNode;
}

/** The live revision and its author, and who is signed in. */
export function LiveLine({ session, revision, entry, now, children }: LiveLineProps) {
  return (
    <div className="live">
      {children}
      <p>
        <strong>{texts.live.now(revision)}</strong>
        {entry && <span> {texts.live.by(entry.author, age(Date.parse(entry.createdAt), now))}</span>}
      </p>
      <p>{texts.session.signedInAs(session.name)}</p>
      <LanguageOfPage />
    </div>
  );
}
