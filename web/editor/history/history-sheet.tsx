import { useEffect, useState } from "react";
import type { RevisionList } from "../../../schema/editor-api/revisions.ts";
import { useWhoSees } from "../app/app-line.tsx";
import type { Client } from "../client/client.ts";
import { Button } from "../controls/button.tsx";
import { Sentence } from "../controls/said.tsx";
import { Sheet } from "../controls/sheet.tsx";
import { mayWrite, type ReadyWorkspace } from "../state.ts";
import { texts } from "../texts.ts";
import { describeProblem } from "../trouble/describe-trouble.ts";
import { isCutOff } from "../trouble/trouble.ts";
import { HistoryEntry, type RevisionActions } from "./history-entry.tsx";

const said = texts.history;

interface Props {
  client: Client;
  workspace: ReadyWorkspace;
  onClose: () => void;
  actions: RevisionActions;
}

/** The history, latest first: revisions to compare, to start from, and to go back to. */
export function HistorySheet({ client, workspace, onClose, actions }: Props) {
  const live = workspace.live.revision;
  const canAsk = !isCutOff(workspace.trouble);
  const [entries, setEntries] = useState<RevisionList["revisions"]>([]);
  const [asked, setAsked] = useState<{ live: number; before?: number }>({ live });
  const [next, setNext] = useState<number>();
  const [fault, setFault] = useState("");

  // A new revision is in the first part of the list.
  if (asked.live !== live) setAsked({ live });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `canAsk` repeats a failed request.
  useEffect(() => {
    const { before } = asked;
    let isWanted = true;
    void client.revisions(before).then((reply) => {
      if (!isWanted) return;
      setFault(reply.ok ? "" : describeProblem(reply.problem));
      if (!reply.ok) return;
      const { revisions, next } = reply.value;
      const isNewer = ({ revision }: { revision: number }): boolean =>
        before !== undefined && revision >= before;
      setEntries((known) => [...known.filter(isNewer), ...revisions]);
      setNext(next);
    });
    return () => {
      isWanted = false;
    };
  }, [client, asked, canAsk]);

  const numbers = entries.filter(({ damage }) => damage === undefined).map(({ revision }) => revision);
  return (
    <Sheet heading={said.heading} onClose={onClose} className="history">
      {fault && (
        <Sentence className="fault" role="alert">
          {fault}
        </Sentence>
      )}
      <p>
        <strong>{texts.publish.done(live)}</strong> {useWhoSees()}
      </p>
      <p>{mayWrite(workspace) ? said.explain : said.explainReading}</p>
      <ol>
        {entries.map((entry) => (
          <HistoryEntry
            key={entry.revision}
            client={client}
            entry={entry}
            numbers={numbers}
            isLive={entry.revision === live}
            mayWrite={mayWrite(workspace)}
            actions={actions}
          />
        ))}
      </ol>
      {next !== undefined && <Button onClick={() => setAsked({ live, before: next })}>{said.older}</Button>}
    </Sheet>
  );
}
