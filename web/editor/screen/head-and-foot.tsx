import { type ReactNode, useRef } from "react";
import type { RevisionReply } from "../../../schema/editor-api/revisions.ts";
import type { Session } from "../../../schema/editor-api/session.ts";
import { type Change, changedFields } from "../../../schema/notice/difference.ts";
import { useWhoSees } from "../app.tsx";
import { Button, PlainButton } from "../controls/button.tsx";
import { LanguageOfPage, Mark } from "../controls/mark.tsx";
import { partName } from "../difference.tsx";
import { texts } from "../texts.ts";
import { age } from "../time.ts";

interface Props {
  session: Session;
  revision: number;
  entry: RevisionReply | undefined;
  now: number;
  children: ReactNode;
  onHistory: () => void;
  onInvite: () => void;
  onSignOut: () => void;
}

/** The product's name, the live revision and its author, and behind the person's name what is needed less often. */
export function Head({ session, revision, entry, now, children, onHistory, onInvite, onSignOut }: Props) {
  const opener = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const item = (label: string, onClick: () => void) => (
    <PlainButton
      onClick={() => {
        menu.current?.hidePopover();
        // What opens gives the focus back to it.
        opener.current?.focus();
        onClick();
      }}
    >
      {label}
    </PlainButton>
  );
  return (
    <header className="top">
      <Mark />
      <div className="live">
        {children}
        <p>
          {texts.live.now(revision)}
          {entry && <span> · {texts.live.by(entry.author, age(Date.parse(entry.createdAt), now))}</span>}
        </p>
      </div>
      <Button
        ref={opener}
        className="name"
        popoverTarget="menu"
        aria-label={texts.session.signedInAs(session.name)}
      >
        <bdi>{session.name}</bdi> ▾
      </Button>
      <div className="menu" id="menu" popover="auto" ref={menu}>
        {item(texts.history.heading, onHistory)}
        {session.scope === "invite" && item(texts.invite.open, onInvite)}
        <LanguageOfPage />
        {item(texts.session.signOut, onSignOut)}
      </div>
    </header>
  );
}

interface FootProps {
  changes: Change[];
  isTouched: boolean;
  /** Whether something has to be corrected first. */
  isFaulty: boolean;
  children: ReactNode;
  onDiscard: () => void;
  onReview: () => void;
}

export function Foot({ changes, isTouched, isFaulty, children, onDiscard, onReview }: FootProps) {
  const names = changedFields(changes).map(partName);
  const seen = useWhoSees();
  return (
    <footer className="bar">
      <p className={isTouched ? "unsaved" : "seen"}>
        {isTouched ? <strong>{texts.drafts.unsaved}</strong> : seen}
        {names.length > 0 && <span className="what"> {names.join(texts.comma)}</span>}
      </p>
      {children}
      {isTouched && <PlainButton onClick={onDiscard}>{texts.drafts.discard}</PlainButton>}
      <Button className={names.length > 0 || isFaulty ? "main" : ""} onClick={onReview}>
        {texts.publish.review}
      </Button>
    </footer>
  );
}
