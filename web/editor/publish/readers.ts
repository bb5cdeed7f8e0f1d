import type { Notice } from "../../../schema/notice/notice.ts";
import { writtenTexts } from "../../../schema/words/written-texts.ts";
import { languageName, pageLanguages } from "../language.ts";
import { texts } from "../texts.ts";

const said = texts.publish;

/** Which visitors read which words of a notice, in sentences. */
export function describeReaders(notice: Notice): string[] {
  const { language, translations = {} } = notice;
  if (Object.keys(writtenTexts(notice)).length === 0) return [said.pageWords];
  const own = language ? languageName(language) : undefined;
  const tags = pageLanguages.filter((tag) => translations[tag]);
  if (tags.length === 0) return [said.everyone(own)];
  return [said.translated(tags.map(languageName)), said.allOthers(own)];
}
