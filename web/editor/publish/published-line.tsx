import { useEffect, useRef, useState } from "react";
import type { Written } from "../../../schema/api/written.ts";
import type { Client } from "../client/client.ts";
import { CodeText } from "../controls/code-text.tsx";
import { texts } from "../texts.ts";
import { describeProblem } from "../trouble/describe-trouble.ts";
import { describePublication } from "./nodes.ts";
import { createRequestKeys } from "./request-key.ts";

/** A revision that this page has published. */
export interface Outcome {
  publication: Written;
  /** The revision that was live before: what undoing says again. */
  previous: number;
  /** The revision that this one says again; absent if it is new. */
  again?: number;
  /** It undid the one before, and offers no way back from that. */
  isUndo?: boolean;
}

interface Props {
  outcome: Outcome;
  client: Client;
  onUndone: (outcome: Outcome) => void;
  onClose: () => void;
}

/** What was published and who shows it, with the way back; it comes into sight when it is new. */
export function PublishedLine({ outcome, client, onUndone, onClose }: Props) {
  const { publication, previous, again, isUndo } = outcome;
  const [fault, setFault] = useState("");
  const [isBusy, setBusy] = useState(false);
  const keyFor = useRef(createRequestKeys());
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    line.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const undo = async (): Promise<void> => {
    setBusy(true);
    const { etag } = publication;
    const reply = await client.rollBack(previous, { etag, key: keyFor.current(etag) });
    setBusy(false);
    const before = publication.revision;
    if (reply.ok) onUndone({ publication: reply.value, previous: before, again: previous, isUndo: true });
    else setFault(describeProblem(reply.problem));
  };
  return (
    <div className="line done" ref={line}>
      <div role="status">
        {describePublication(publication).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {again !== undefined && <p>{texts.publish.again(publication.revision, again)}</p>}
        {fault && (
          <p className="fault">
            <CodeText>{fault}</CodeText>
          </p>
        )}
      </div>
      {!isUndo && (
        <button type="button" disabled={isBusy} onClick={() => void undo()}>
          {texts.publish.undo}
        </button>
      )}
      <button type="button" className="plain" onClick={onClose}>
        {texts.close}
      </button>
    </div>
  );
}
