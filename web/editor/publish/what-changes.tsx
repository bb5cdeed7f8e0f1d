import { type Change, changedTranslations } from "../../../schema/notice/difference.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { warnOfStale } from "../../../schema/words/warnings.ts";
import { DifferenceView } from "../difference/difference-view.tsx";
import { languageName, pageLanguages } from "../language.ts";
import { texts } from "../texts.ts";
import { describeReaders } from "./readers.ts";

interface Props {
  notice: Notice;
  changes: Change[];
  /** It is not known yet which translations stay, and so not who reads what. */
  isUndecided?: boolean;
}

/** What differs from what visitors see now, and who will read what. */
export function WhatChanges({ notice, changes, isUndecided = false }: Props) {
  const touched = changedTranslations(changes);
  const removed = pageLanguages.filter((tag) => touched.includes(tag) && !notice.translations?.[tag]);
  const sentences = [
    ...(removed.length > 0 ? [texts.publish.removed(removed.map(languageName))] : []),
    ...describeReaders(notice),
    ...warnOfStale({ notice, changes }),
  ];
  return (
    <>
      <DifferenceView changes={changes} language={notice.language} />
      {changes.length > 0 && !isUndecided && sentences.map((sentence) => <p key={sentence}>{sentence}</p>)}
    </>
  );
}
