import { type Change, changedTranslations } from "../../../schema/notice/difference.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { warnOfStale } from "../../../schema/words/warnings.ts";
import { DifferenceView } from "../difference/difference-view.tsx";
import { languageName, pageLanguages } from "../language.ts";
import { texts } from "../texts.ts";
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
  const touched = changedTranslations(changes);
  const removed = pageLanguages.filter((tag) => touched.includes(tag) && !notice.translations?.[tag]);
  const sentences = [
    ...(removed.length > 0 ? [texts.publish.removed(removed.map(languageName))] : []),
    ...describeReaders(notice),
    ...warnOfStale({ notice, changes }),
  ];
  const overdue = describeOverdue(notice, now);
  return (
    <>
      <DifferenceView changes={changes} language={notice.language} />
      {changes.length > 0 && !isUndecided && sentences.map((sentence) => <p key={sentence}>{sentence}</p>)}
      {changes.length > 0 && overdue && <p className="warning">{overdue}</p>}
    </>
  );
}
