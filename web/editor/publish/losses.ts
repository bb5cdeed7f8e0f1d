import { type Change, changedTranslations } from "../../../schema/notice/difference.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { textNames } from "../../../schema/notice/texts.ts";
import { writtenTexts } from "../../../schema/words/written-texts.ts";
import { languageName, pageLanguages } from "../language.ts";
import { texts } from "../texts.ts";

const said = texts.publish;

/** What goes from the translations: whole ones, and texts that the notice itself no longer has. */
export function describeLosses(notice: Notice, changes: Change[]): { chosen: string[]; unasked: string[] } {
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
