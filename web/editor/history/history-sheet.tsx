import { useEffect, useState } from "react";
import type { RevisionList } from "../../../schema/api/revisions.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import type { Client } from "../client/client.ts";
import { CodeText } from "../controls/code-text.tsx";
import { Sheet } from "../controls/sheet.tsx";
import { texts } from "../texts.ts";
import { describeProblem } from "../trouble/describe-trouble.ts";
import { HistoryEntry } from "./history-entry.tsx";

const said = texts.history;

interface Props {
  client: Client;
  /** The number of the revision that visitors see. */
  live: number;
  mayWrite: boolean;
  onClose: () => void;
  onStartFrom: (notice: Notice) => void;
  /** Gives why it could not be done; undefined if it was. */
  onRollBack: (revision: number) => Promise<string | undefined>;
}

/** Who published what and when, newest first: what to compare, to start from, and to go back to. */
export function HistorySheet({ client, live, mayWrite, onClose, onStartFrom, onRollBack }: Props) {
  const [entries, setEntries] = useState<RevisionList["revisions"]>([]);
  const [before, setBefore] = useState<number>();
  const [next, setNext] = useState<number>();
  const [fault, setFault] = useState("");

  useEffect(() => {
    let isWanted = true;
    void client.revisions(before).then((reply) => {
      if (!isWanted) return;
      if (!reply.ok) return setFault(describeProblem(reply.problem));
      const { revisions, next } = reply.value;
      setEntries((known) => (before === undefined ? revisions : [...known, ...revisions]));
      setNext(next);
    });
    return () => {
      isWanted = false;
    };
  }, [client, before]);

  const numbers = entries.filter(({ damage }) => damage === undefined).map(({ revision }) => revision);
  return (
    <Sheet heading={said.heading} onClose={onClose} className="history">
      {fault && (
        <p className="fault" role="alert">
          <CodeText>{fault}</CodeText>
        </p>
      )}
      <p>{mayWrite ? said.explain : said.explainReading}</p>
      <ol>
        {entries.map((entry) => (
          <HistoryEntry
            key={entry.revision}
            client={client}
            entry={entry}
            numbers={numbers}
            isLive={entry.revision === live}
            mayWrite={mayWrite}
            onStartFrom={onStartFrom}
            onRollBack={async (revision) => setFault((await onRollBack(revision)) ?? "")}
          />
        ))}
      </ol>
      {next !== undefined && (
        <button type="button" onClick={() => setBefore(next)}>
          {said.older}
        </button>
      )}
    </Sheet>
  );
}
