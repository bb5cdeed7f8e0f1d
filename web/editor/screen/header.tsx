import type { ReactNode } from "react";
import { Mark } from "../controls/mark.tsx";
import { texts } from "../texts.ts";

interface Props {
  /** What is said between the product's name and the buttons. */
  children: ReactNode;
  onHistory: () => void;
  onSignOut: () => void;
}

/** The product's name, the way to the history, and the way out. */
export function Header({ children, onHistory, onSignOut }: Props) {
  return (
    <header className="top">
      <Mark />
      {children}
      <button type="button" onClick={onHistory}>
        {texts.history.open}
      </button>
      <button type="button" className="plain" onClick={onSignOut}>
        {texts.session.signOut}
      </button>
    </header>
  );
}
