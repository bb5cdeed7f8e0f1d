import type { RevisionReply } from "../../../schema/editor-api/revisions.ts";
import type { Session } from "../../../schema/editor-api/session.ts";
import { Mark } from "../controls/mark.tsx";
import { texts } from "../texts.ts";
import { age } from "../time/age.ts";

interface Props {
  session: Session;
  revision: number;
  entry: RevisionReply | undefined;
  now: number;
  onHistory: () => void;
  onInvite: () => void;
  onSignOut: () => void;
}

/** What is live and by whom, the history, and who is signed in. */
export function Header({ session, revision, entry, now, onHistory, onInvite, onSignOut }: Props) {
  return (
    <header className="top">
      <Mark />
      <p className="live">
        <strong>{texts.live.now(revision)}</strong>
        {entry && (
          <span> {texts.live.by(entry.author, age(Date.parse(entry.createdAt), now, texts.justNow))}</span>
        )}
      </p>
      <button type="button" onClick={onHistory}>
        {texts.history.open}
      </button>
      {session.via === "link" && (
        <button type="button" className="plain" onClick={onInvite}>
          {texts.invite.open}
        </button>
      )}
      <button
        type="button"
        className="plain"
        onClick={onSignOut}
        title={texts.session.signedInAs(session.name)}
      >
        {texts.session.signOut}
      </button>
    </header>
  );
}
