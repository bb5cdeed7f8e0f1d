import { siblings } from "../../../schema/languages/siblings.ts";
import type { LanguageTag } from "../../../schema/languages/tags.ts";
import { visitorWords } from "../../../schema/words/visitor-words.ts";
import { documentOf } from "../draft/document.ts";
import type { Draft } from "../draft/draft.ts";
import { languageName } from "../language.ts";
import { texts } from "../texts.ts";

/** What visitors read if their language has no translation: a sibling's words, or the notice's own. */
export function insteadOf(draft: Draft, tag: LanguageTag): string {
  const { [tag]: _, ...translations } = documentOf(draft).translations ?? {};
  const notice = { ...documentOf(draft), translations };
  const { language } = visitorWords(notice, { tag, sibling: siblings[tag] });
  const isSibling = language !== undefined && language in translations;
  const name = language && languageName(language);
  return isSibling ? `${name}` : texts.languages.ownWords(name);
}
