import type { RevisionReply } from "../../../schema/editor-api/revisions.ts";
import type { Session } from "../../../schema/editor-api/session.ts";
import { LanguageOfPage } from "../controls/language-of-page.tsx";
import { texts } from "../texts.ts";
import { age } from "../time/age.ts";

interface Props {
  session: Session;
  revision: number;
  entry: RevisionReply | undefined;
  now: number;
}

/** What is live and by whom, and who is signed in. */
export function LiveLine({ session, revision, entry, now }: Props) {
  return (
    <div className="live">
      <p>
        <strong>{texts.live.now(revision)}</strong>
        {entry && <span> {texts.live.by(entry.author, age(Date.parse(entry.createdAt), now))}</span>}
      </p>
      <p>{texts.session.signedInAs(session.name)}</p>
      <LanguageOfPage />
    </div>
  );
}
