import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { texts } from "../texts.ts";
import { PlainButton } from "./button.tsx";
import { recoverFocus } from "./focus.ts";

interface Props {
  heading: string;
  onClose: () => void;
  className?: string;
  children: ReactNode;
}

/** A sheet over the page, which keeps the focus until it is closed and then gives it back. */
export function Sheet({ heading, onClose, className = "", children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const { current } = dialog;
    const opener = document.activeElement;
    current?.showModal();
    // Without this, closing the dialog would scroll to its opener, away from the line about the publication.
    return () => recoverFocus(opener);
  }, []);
  return (
    <dialog
      className={`sheet ${className}`}
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="head">
        <h2 id={id}>{heading}</h2>
        <PlainButton onClick={onClose}>{texts.close}</PlainButton>
      </div>
      {children}
    </dialog>
  );
}
