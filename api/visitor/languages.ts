import Negotiator from "negotiator";
import { type DayFirst, dayFirstOf } from "../../schema/languages/day-first.ts";
import { lookUpTag } from "../../schema/languages/look-up.ts";
import { type LanguageTag, means } from "../../schema/languages/tags.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { type PageLanguage, visitorWords } from "../../schema/words/visitor-words.ts";

/** How many of a visitor's languages are looked up, as each takes about 30 µs; no browser sends more. */
const maxRanges = 20;

/** The language for visitors who read none of the page's languages. */
export const fallbackLanguage: LanguageTag = "en";

/** The result of a language negotiation. */
export interface VisitorLanguage {
  /** The tag of the page's language. */
  language: string;
  /** How the visitor writes times, if the page's language does it differently. */
  formatting?: DayFirst;
}

/**
 * The page's language for a request: the first of the visitor's languages that the page has.
 * @see https://www.rfc-editor.org/rfc/rfc4647#section-3.4
 */
export function lookUpLanguage(acceptLanguage: string): VisitorLanguage {
  const headers = { "accept-language": acceptLanguage };
  for (const range of new Negotiator({ headers }).languages().slice(0, maxRanges)) {
    // A bare wildcard names no language.
    const language = range === "*" ? undefined : lookUpTag(range);
    const formatting = language && dayFirstOf(range);
    if (language) return { language, ...(formatting && { formatting }) };
  }
  return { language: fallbackLanguage };
}

/**
 * The languages of a page: its own, and the language of the text by ops if it is known and different.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-content-language
 */
export function contentLanguage(notice: Notice, page: PageLanguage): string {
  const { tag } = page;
  const { language } = visitorWords(notice, page);
  return language === undefined || means(language, tag as LanguageTag) ? tag : `${tag}, ${language}`;
}
