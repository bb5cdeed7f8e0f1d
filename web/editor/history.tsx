import { useEffect, useState } from "react";
import type { RevisionList, RevisionReply } from "../../schema/editor-api/revisions.ts";
import type { Change } from "../../schema/notice/difference.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import type { Client, Result } from "./client.ts";
import type { Commands } from "./commands.ts";
import { Button } from "./controls/button.tsx";
import { Said, Sentence } from "./controls/said.tsx";
import { Sheet } from "./controls/sheet.tsx";
import { changesBetween, DifferenceView, partName } from "./difference.tsx";
import { inEnglish, inList } from "./language.ts";
import { AgainSheet } from "./review.tsx";
import { mayWrite, type ReadyWorkspace } from "./state.ts";
import { texts } from "./texts.ts";
import { age, dateAndTime } from "./time.ts";
import { describeProblem, isCutOff } from "./trouble.ts";

const said = texts.history;

type Entry = RevisionList["revisions"][number];

interface Props {
  client: Client;
  workspace: ReadyWorkspace;
  commands: Commands;
  onClose: () => void;
}

/** The history, latest first, and over it the review of a revision that is to be published again. */
export function HistorySheet({ client, workspace, commands, onClose }: Props) {
  const live = workspace.live.revision;
  const canAsk = !isCutOff(workspace.trouble);
  const [entries, setEntries] = useState<Entry[]>([]);
  const [asked, setAsked] = useState<{ live: number; before?: number }>({ live });
  const [next, setNext] = useState<number>();
  const [fault, setFault] = useState("");
  const [again, setAgain] = useState<{ revision: number; notice: Notice }>();

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

  return (
    <>
      <Sheet heading={said.heading} onClose={onClose} className="history">
        {fault && (
          <Sentence className="fault" role="alert">
            {fault}
          </Sentence>
        )}
        <ol>
          {entries.map((entry) => (
            <HistoryEntry
              key={entry.revision}
              client={client}
              entry={entry}
              isLive={entry.revision === live}
              onAgain={
                mayWrite(workspace) && entry.revision !== live
                  ? (notice) => setAgain({ revision: entry.revision, notice })
                  : undefined
              }
            />
          ))}
        </ol>
        {next !== undefined && <Button onClick={() => setAsked({ live, before: next })}>{said.older}</Button>}
      </Sheet>
      {again && (
        <AgainSheet
          workspace={workspace}
          commands={commands}
          client={client}
          {...again}
          onClose={() => setAgain(undefined)}
        />
      )}
    </>
  );
}

interface EntryProps {
  client: Client;
  entry: Entry;
  isLive: boolean;
  onAgain: ((notice: Notice) => void) | undefined;
}

/** One revision: who, when, what. When opened, it shows the words that changed. */
function HistoryEntry({ client, entry, isLive, onAgain }: EntryProps) {
  const { revision, createdAt, damage, sameAs } = entry;
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <strong>{revision}</strong> {isLive && <span className="badge">{said.live}</span>}{" "}
          <Said>{describeEntry(entry)}</Said>
          {sameAs !== undefined && <span className="what">{said.sameAs(sameAs)}</span>}
          <time dateTime={createdAt} title={createdAt}>
            {[age(Date.parse(createdAt), client.now()), dateAndTime(createdAt)].join(texts.comma)}
          </time>
        </summary>
        {isOpen && damage === undefined && <Changes client={client} revision={revision} onAgain={onAgain} />}
      </details>
    </li>
  );
}

function describeEntry({ author, changed, damage }: Entry): string {
  if (damage !== undefined) return said.damaged(author, inEnglish(damage));
  const names = changed.filter((name) => name !== "isEnabled").map(partName);
  return names.length > 0 ? said.changed(author, inList(names)) : said.unchanged(author);
}

function Changes({
  client,
  revision,
  onAgain,
}: Pick<EntryProps, "client" | "onAgain"> & { revision: number }) {
  const [found, setFound] = useState<Result<RevisionReply>>();
  useEffect(() => {
    let isWanted = true;
    void client.revision(revision).then((reply) => isWanted && setFound(reply));
    return () => {
      isWanted = false;
    };
  }, [client, revision]);
  if (!found) return <p role="status">{texts.loading}</p>;
  if (!found.ok) return <Sentence className="fault">{describeProblem(found.problem)}</Sentence>;
  const { notice } = found.value;
  const changed = found.value.difference as Change[];
  const isChanged = ({ field, translation }: Change): boolean =>
    changed.some((change) => change.field === field && change.translation === translation);
  const others = changesBetween(undefined, notice).filter((part) => !isChanged(part));
  return (
    <>
      {/* All that would be published again, with what this revision changed marked. */}
      <DifferenceView
        changes={[...changed, ...others.map((part) => ({ ...part, before: part.after }))]}
        language={notice.language}
      />
      {onAgain && <Button onClick={() => onAgain(notice)}>{said.again}</Button>}
    </>
  );
}
