import { useEffect, useRef, useState } from "react";
import type { RevisionReply } from "../../../schema/editor-api/revisions.ts";
import type { Base, Client } from "../client/client.ts";
import type { Problem } from "../client/problem.ts";
import { texts } from "../texts.ts";
import type { Trouble } from "../trouble/trouble.ts";
import type { Outcome } from "../writes/outcome.ts";
import type { Write } from "../writes/sent-writes.ts";
import { describeOutcome } from "./outcome-in-words.ts";
import { PublishProblem } from "./publish-problem.tsx";

interface Props {
  outcome: Outcome;
  /** What visitors see now, and who published it. */
  live: Base;
  entry: RevisionReply | undefined;
  trouble: Trouble | undefined;
  client: Client;
  /** Gives why it could not be done; undefined if it was. */
  publish: (write: Write) => Promise<Problem | undefined>;
  onSignedIn: () => void;
  onHistory: () => void;
  onClose: () => void;
}

/** What was published and who shows it, with the way back; it comes into sight when it is new. */
export function PublishedLine(props: Props) {
  const { outcome, live, entry, trouble, client, publish, onSignedIn, onHistory, onClose } = props;
  const { publication, previous, isUndo } = outcome;
  const { revision, etag } = publication;
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    line.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const undo = async (): Promise<void> => {
    setBusy(true);
    setProblem(await publish({ base: { revision, etag }, again: previous, isUndo: true }));
    setBusy(false);
  };
  // Undoing would take back what somebody else has published since.
  const isOvertaken = live.etag !== etag;
  const overtaker = isOvertaken ? { revision: live.revision, author: entry?.author } : undefined;
  return (
    <div className="line done" ref={line}>
      <div role="status">
        {describeOutcome(outcome, overtaker).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {problem && !isOvertaken && <PublishProblem {...{ problem, trouble, client, onSignedIn }} />}
      {!isUndo && !isOvertaken && (
        <button type="button" disabled={isBusy} onClick={() => void undo()}>
          {texts.publish.undo}
        </button>
      )}
      {isOvertaken && (
        <button type="button" onClick={onHistory}>
          {texts.history.look}
        </button>
      )}
      <button type="button" className="plain" onClick={onClose}>
        {texts.close}
      </button>
    </div>
  );
}
