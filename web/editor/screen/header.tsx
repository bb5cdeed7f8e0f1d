import type { ReactNode } from "react";
import type { Session } from "../../../schema/editor-api/session.ts";
import { Mark } from "../controls/mark.tsx";
import { texts } from "../texts.ts";

interface Props {
  session: Session;
  /** What is said between the product's name and the buttons. */
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
      <button type="button" onClick={onHistory}>
        {texts.history.open}
      </button>
      {session.via === "link" && (
        <button type="button" className="plain" onClick={onInvite}>
          {texts.invite.open}
        </button>
      )}
      <button type="button" className="plain" onClick={onSignOut}>
        {texts.session.signOut}
      </button>
    </header>
  );
}
