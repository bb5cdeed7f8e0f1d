import type { Sibling } from "../languages/siblings.ts";
import type { Notice } from "../notice/notice.ts";
import { type Texts, writtenTexts } from "./written-texts.ts";

/** The texts that ops wrote for a visitor. The page's own sentences are elsewhere. */
export interface VisitorWords {
  /** The title, the message and a textual expected return, if ops wrote them. */
  texts: Texts;
  /** The language of the texts, as a BCP 47 tag; undefined if ops did not say, or wrote no texts. */
  language: string | undefined;
}

/** The language of a visitor's page. The browser gets the sibling with it, because it has no list of languages. */
export interface PageLanguage {
  tag: string;
  sibling?: Sibling | undefined;
}

/**
 * The words for a visitor whose page is in a language: a translation into it, else into its sibling (the other Portuguese,
 * never another script), else the notice's own. A notice that is in the page's language itself comes before a sibling.
 */
export function visitorWords(notice: Notice, { tag, sibling }: PageLanguage): VisitorWords {
  const { language, translations = {} } = notice;
  const texts = writtenTexts(notice);
  if (Object.keys(texts).length === 0) return { texts, language: undefined };
  const own = translations[tag];
  if (own) return { texts: own, language: tag };
  const other = sibling && !new RegExp(sibling.after).test(language ?? "") && translations[sibling.tag];
  return other ? { texts: other, language: sibling.tag } : { texts, language };
}
