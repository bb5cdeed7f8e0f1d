import Negotiator from "negotiator";
import { type DayFirst, dayFirstOf } from "../../schema/languages/day-first.ts";
import { lookUpTag } from "../../schema/languages/look-up.ts";
import { type LanguageTag, means } from "../../schema/languages/tags.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { type PageLanguage, visitorWords } from "../../schema/words/visitor-words.ts";

/** How many of a visitor's languages are looked up, as each takes some 30 µs; no browser sends more. */
const maxRanges = 20;

/** The tag of the language for whoever reads none of the page's. */
export const fallbackLanguage: LanguageTag = "en";

/** What a request's languages decide. */
export interface VisitorLanguage {
  /** The tag of the page's language. */
  language: string;
  /** How the visitor writes times, where it is not as the page's language has it. */
  formatting?: DayFirst;
}

/**
 * The page's language for a request: the first that is found of those that the visitor reads.
 * @see https://www.rfc-editor.org/rfc/rfc4647#section-3.4
 */
export function lookUpLanguage(acceptLanguage: string): VisitorLanguage {
  const headers = { "accept-language": acceptLanguage };
  for (const range of new Negotiator({ headers }).languages().slice(0, maxRanges)) {
    // A bare wildcard does not say which one.
    const language = range === "*" ? undefined : lookUpTag(range);
    const formatting = language && dayFirstOf(range);
    if (language) return { language, ...(formatting && { formatting }) };
  }
  return { language: fallbackLanguage };
}

/**
 * The languages of a page: its own, then that of the words of ops where it is another and known.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-content-language
 */
export function contentLanguage(notice: Notice, page: PageLanguage): string {
  const { tag } = page;
  const { language } = visitorWords(notice, page);
  return language === undefined || means(language, tag as LanguageTag) ? tag : `${tag}, ${language}`;
}
