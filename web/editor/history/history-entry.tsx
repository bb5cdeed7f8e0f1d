import { useState } from "react";
import type { RevisionList } from "../../../schema/editor-api/revisions.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import type { Client } from "../client/client.ts";
import { isEditable, partName } from "../difference/part-name.ts";
import { texts } from "../texts.ts";
import { age } from "../time/age.ts";
import { RevisionDetail } from "./revision-detail.tsx";

const said = texts.history;

interface Props {
  client: Client;
  entry: RevisionList["revisions"][number];
  /** The numbers of revisions that it can be compared with, and its own. */
  numbers: number[];
  isLive: boolean;
  mayWrite: boolean;
  onStartFrom: (notice: Notice) => void;
  onRollBack: (revision: number) => void;
}

const dates = new Intl.DateTimeFormat(navigator.languages as string[], {
  dateStyle: "medium",
  timeStyle: "short",
});
const dateOf = (createdAt: string): string => dates.format(new Date(createdAt));

/** One revision: who, when, what; opened, what differs from another and what to do with it. */
export function HistoryEntry({ client, entry, numbers, isLive, mayWrite, onStartFrom, onRollBack }: Props) {
  const { revision, author, createdAt, changed, damage } = entry;
  const [isOpen, setOpen] = useState(false);
  const what =
    damage === undefined ? said.changed(changed.filter(isEditable).map(partName)) : said.damaged(damage);
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <strong>{revision}</strong>
          {isLive && <span className="badge">{said.live}</span>}
          <span>{author}</span>
          <time dateTime={createdAt} title={createdAt}>
            {said.when(age(Date.parse(createdAt), client.now(), texts.justNow), dateOf(createdAt))}
          </time>
          <span className="what">{what}</span>
        </summary>
        {isOpen && damage === undefined && (
          <RevisionDetail client={client} revision={revision} numbers={numbers}>
            {(notice) => (
              <>
                <button type="button" onClick={() => onStartFrom(notice)}>
                  {said.startFrom}
                </button>
                {mayWrite && !isLive && (
                  <button type="button" onClick={() => onRollBack(revision)}>
                    {said.rollBack}
                  </button>
                )}
              </>
            )}
          </RevisionDetail>
        )}
      </details>
    </li>
  );
}
