import type { Change } from "../../../schema/notice/difference.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { DifferenceView } from "../difference/difference-view.tsx";
import { describeLosses } from "./losses.ts";
import { describeOverdue } from "./overdue.ts";
import { describeReaders } from "./readers.ts";

interface Props {
  notice: Notice;
  changes: Change[];
  /** The time by the service's clock, in ms since the epoch. */
  now: number;
  /** It is not known yet which translations stay, and so not who reads what. */
  isUndecided?: boolean;
}

/** What differs from what visitors see now, and who will read what. */
export function WhatChanges({ notice, changes, now, isUndecided = false }: Props) {
  const { chosen, unasked } = describeLosses(notice, changes);
  const overdue = describeOverdue(notice, now);
  const sentences = isUndecided ? [] : [...chosen, ...describeReaders(notice)];
  const warnings = [...(isUndecided ? [] : unasked), ...(overdue ? [overdue] : [])];
  return (
    <>
      <DifferenceView changes={changes} language={notice.language} />
      {changes.length > 0 && sentences.map((sentence) => <p key={sentence}>{sentence}</p>)}
      {changes.length > 0 &&
        warnings.map((warning) => (
          <p className="warning" key={warning}>
            {warning}
          </p>
        ))}
    </>
  );
}
