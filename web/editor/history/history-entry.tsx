import { type ReactNode, useState } from "react";
import type { RevisionList } from "../../../schema/editor-api/revisions.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import type { Client } from "../client/client.ts";
import { Button } from "../controls/button.tsx";
import { Said } from "../controls/said.tsx";
import { isEditable } from "../difference/part-name.ts";
import { inEnglish, languageName } from "../language.ts";
import { texts } from "../texts.ts";
import { age, dateAndTime } from "../time.ts";
import { RevisionDetail } from "./revision-detail.tsx";

const said = texts.history;

/** The actions for a revision of the history. */
export interface RevisionActions {
  onStartFrom: (notice: Notice) => void;
  /** Shows what a rollback to it would change. */
  onRollBack: (revision: number, notice: Notice) => void;
  /** The page as it was. */
  page: (revision: number, notice: Notice) => ReactNode;
}

interface Props {
  client: Client;
  entry: RevisionList["revisions"][number];
  /** The numbers of revisions that it can be compared with, and its own. */
  numbers: number[];
  isLive: boolean;
  mayWrite: boolean;
  actions: RevisionActions;
}

/** One revision: who, when, what. When opened, it shows a difference and actions. */
export function HistoryEntry({ client, entry, numbers, isLive, mayWrite, actions }: Props) {
  const { revision, createdAt, damage } = entry;
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <strong>{revision}</strong>
          {isLive && <span className="badge">{said.live}</span>}
          <WhatChanged entry={entry} />
          <time dateTime={createdAt} title={createdAt}>
            {said.when(age(Date.parse(createdAt), client.now()), dateAndTime(createdAt))}
          </time>
        </summary>
        {isOpen && damage === undefined && (
          <RevisionDetail
            client={client}
            revision={revision}
            numbers={numbers}
            page={(notice) => actions.page(revision, notice)}
          >
            {(notice) => (
              <>
                {mayWrite && <Button onClick={() => actions.onStartFrom(notice)}>{said.startFrom}</Button>}
                {mayWrite && !isLive && (
                  <Button onClick={() => actions.onRollBack(revision, notice)}>{said.rollBack}</Button>
                )}
              </>
            )}
          </RevisionDetail>
        )}
      </details>
    </li>
  );
}

type Entry = RevisionList["revisions"][number];

/** The author and changes of a revision, the changes of translations, and an earlier revision with the same text. */
function WhatChanged({ entry }: { entry: Entry }) {
  const { author, damage, sameAs, translations } = entry;
  if (damage !== undefined)
    return (
      <>
        <span>{author}</span>
        <span className="what">
          <Said>{said.damaged(inEnglish(damage))}</Said>
        </span>
      </>
    );
  return (
    <>
      <span>{changeOf(entry)}</span>
      {sameAs !== undefined && <span className="what">{said.sameAs(sameAs)}</span>}
      {(["added", "changed", "removed"] as const)
        .filter((kind) => translations?.[kind].length)
        .map((kind) => (
          <span key={kind} className="what">
            {said.became[kind]} {translations?.[kind].map(languageName).join(texts.comma)}
          </span>
        ))}
    </>
  );
}

/** How the history calls each field. */
const parts: Record<string, string> = said.parts;

function changeOf({ author, changed }: Entry): string {
  const own = changed.filter((name) => isEditable(name) && !name.includes("."));
  if (own.length > 0)
    return said.changed(
      author,
      own.map((name) => parts[name] ?? name),
    );
  return changed.length > 0 ? said.changed(author, [said.translations]) : said.unchanged(author);
}
