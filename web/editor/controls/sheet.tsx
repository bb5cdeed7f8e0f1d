import { type ReactNode, useEffect, useId, useRef } from "react";
import { texts } from "../texts.ts";

interface Props {
  heading: string;
  /** Takes it off the screen; Escape does so, too. */
  onClose: () => void;
  className?: string;
  children: ReactNode;
}

/** A sheet over the page, which keeps the focus until it is closed and then gives it back. */
export function Sheet({ heading, onClose, className = "", children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
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
        <button type="button" className="plain" onClick={onClose}>
          {texts.close}
        </button>
      </div>
      {children}
    </dialog>
  );
}
