import { type ReactNode, useEffect, useState } from "react";
import type { Notice } from "../../../schema/notice/notice.ts";
import type { Client } from "../client/client.ts";
import { Sentence } from "../controls/said.tsx";
import { changesBetween } from "../difference/changes-between.ts";
import { DifferenceView } from "../difference/difference-view.tsx";
import { texts } from "../texts.ts";
import { describeProblem } from "../trouble/describe-trouble.ts";

const said = texts.history;

interface Props {
  client: Client;
  revision: number;
  /** The numbers of revisions that it can be compared with, latest first, and its own. */
  numbers: number[];
  page: (notice: Notice) => ReactNode;
  /** The actions for its notice. */
  children: (notice: Notice) => ReactNode;
}

/** How a revision differs from the one before it, or from any other, the earlier first, and the page as it was. */
export function RevisionDetail({ client, revision, numbers, page, children }: Props) {
  const others = numbers.filter((number) => number !== revision);
  const [against, setAgainst] = useState(() => others.find((number) => number < revision));
  const shown = useRevision(client, revision);
  const other = useRevision(client, against);
  const fault = shown.fault ?? other.fault;
  if (fault) return <Sentence className="fault">{fault}</Sentence>;
  if (!shown.notice || (against !== undefined && !other.notice)) return <p role="status">{texts.loading}</p>;
  const changes =
    other.notice && against !== undefined && against > revision
      ? changesBetween(shown.notice, other.notice)
      : changesBetween(other.notice, shown.notice);
  return (
    <>
      {against !== undefined && (
        <label>
          {said.compare(revision)}{" "}
          <select value={against} onChange={({ target }) => setAgainst(Number(target.value))}>
            {others.map((number) => (
              <option key={number}>{number}</option>
            ))}
          </select>
        </label>
      )}
      <DifferenceView changes={changes} language={shown.notice.language} />
      <div className="actions">{children(shown.notice)}</div>
      {page(shown.notice)}
    </>
  );
}

/** The notice of a revision once it is loaded, or the fault; empty without a number. */
function useRevision(client: Client, number: number | undefined) {
  const [found, setFound] = useState<{ number?: number; notice?: Notice; fault?: string }>({});
  useEffect(() => {
    if (number === undefined) return;
    let isWanted = true;
    void client.revision(number).then((reply) => {
      if (!isWanted) return;
      setFound({
        number,
        ...(reply.ok ? { notice: reply.value.notice } : { fault: describeProblem(reply.problem) }),
      });
    });
    return () => {
      isWanted = false;
    };
  }, [client, number]);
  return found.number === number ? found : {};
}
