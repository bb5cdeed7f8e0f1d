import { type Change, changedTranslations } from "../../../schema/notice/difference.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { findOverdue } from "../../../schema/notice/overdue.ts";
import { textNames } from "../../../schema/notice/texts.ts";
import { writtenTexts } from "../../../schema/words/written-texts.ts";
import { DifferenceView } from "../difference/difference-view.tsx";
import { languageName, pageLanguages } from "../language.ts";
import { texts } from "../texts.ts";
import { age } from "../time.ts";

const said = texts.publish;

interface Props {
  notice: Notice;
  changes: Change[];
  /** The time by the service's clock, in ms since the epoch. */
  now: number;
  /** Some translations are undecided, so nobody knows who reads what. */
  isUndecided?: boolean;
}

/** The changes from what visitors see now, and who will read what. */
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

/** The translations that are lost, and their texts that the notice itself no longer has. */
function describeLosses(notice: Notice, changes: Change[]): { chosen: string[]; unasked: string[] } {
  const touched = pageLanguages.filter((tag) => changedTranslations(changes).includes(tag));
  const gone = touched.filter((tag) => !notice.translations?.[tag]).map(languageName);
  const lost = changes.filter(
    ({ translation, after }) =>
      translation && !gone.includes(languageName(translation)) && after === undefined,
  );
  const names = textNames.filter((name) => lost.some(({ field }) => field === name));
  const languages = touched.filter((tag) => lost.some(({ translation }) => translation === tag));
  const isBare = Object.keys(writtenTexts(notice)).length === 0;
  return {
    chosen: gone.length > 0 && !isBare ? [said.removed(gone)] : [],
    unasked: [
      ...(gone.length > 0 && isBare ? [said.nothingLeft(gone)] : []),
      ...(names.length > 0 ? [said.textsGo(names, languages.map(languageName))] : []),
    ],
  };
}

/** Which visitors read which words, in sentences. */
function describeReaders(notice: Notice): string[] {
  const { language, translations = {} } = notice;
  if (Object.keys(writtenTexts(notice)).length === 0) return [said.pageWords];
  const own = language ? languageName(language) : undefined;
  const tags = pageLanguages.filter((tag) => translations[tag]);
  if (tags.length === 0) return [said.everyone(own)];
  return [said.translated(tags.map(languageName)), said.allOthers(own)];
}

/** The age of an expected return that has passed, in a sentence; undefined if it has not passed. */
export function describeOverdue(notice: Notice, now: number): string | undefined {
  const overdue = findOverdue(notice, now);
  return overdue && texts.trouble.overdue(age(now - overdue.seconds * 1000, now));
}
