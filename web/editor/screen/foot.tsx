import type { ReactNode } from "react";
import { type Change, changedFields } from "../../../schema/notice/difference.ts";
import { useWhoSees } from "../app.tsx";
import { Button, PlainButton } from "../controls/button.tsx";
import { partName } from "../difference.tsx";
import { texts } from "../texts.ts";

const said = texts.drafts;

interface Props {
  changes: Change[];
  isTouched: boolean;
  /** Whether something has to be corrected first. */
  isFaulty: boolean;
  /** Shown beside the buttons. */
  children: ReactNode;
  onDiscard: () => void;
  onReview: () => void;
}

/** Whether everything is published and who sees it, or what has changed, and the button for the review. */
export function Foot({ changes, isTouched, isFaulty, children, onDiscard, onReview }: Props) {
  const names = changedFields(changes).map(partName);
  const seen = useWhoSees();
  return (
    <footer className="bar">
      <p className={isTouched ? "unsaved" : undefined}>
        {isTouched ? <strong>{said.unsaved}</strong> : `${said.saved} ${seen}`}
        {names.length > 0 && <span className="what"> {said.changed(names)}</span>}
      </p>
      {children}
      {isTouched && <PlainButton onClick={onDiscard}>{said.discard}</PlainButton>}
      <Button className={names.length > 0 || isFaulty ? "main" : ""} onClick={onReview}>
        {texts.publish.review}
      </Button>
    </footer>
  );
}
