import Negotiator from "negotiator";
import { englishFormOf } from "../../schema/languages/regional-english.ts";
import { type LanguageTag, lookUpTag, means } from "../../schema/languages/tags.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { type PageLanguage, visitorWords } from "../../schema/words/written-texts.ts";

/** How many of a visitor's languages are looked up, as each takes about 30 µs; no browser sends more. */
const maxRanges = 20;

/** The page's language if neither the visitor nor the notice has one. */
export const fallbackLanguage: LanguageTag = "en";

/** The result of a language negotiation. */
export interface VisitorLanguage {
  /** The tag of the page's language; empty for the notice's own. */
  language: string;
  /** The tag by which the visitor writes times, if their English is not American. */
  formatting?: string;
}

/**
 * The page's language for a request: the first of the visitor's languages that the page has, else the notice's own.
 * @see https://www.rfc-editor.org/rfc/rfc4647#section-3.4
 */
export function lookUpLanguage(acceptLanguage: string): VisitorLanguage {
  const headers = { "accept-language": acceptLanguage };
  for (const range of new Negotiator({ headers }).languages().slice(0, maxRanges)) {
    // A bare wildcard names no language.
    const language = range === "*" ? undefined : lookUpTag(range);
    const formatting = language && englishFormOf(range);
    if (language) return { language, ...(formatting && { formatting }) };
  }
  return { language: "" };
}

/** The notice's own language, looked up as a visitor's; English if the page does not have it. */
export function ownLanguage({ language = "" }: Notice): VisitorLanguage {
  const own = lookUpLanguage(language);
  return own.language === "" ? { language: fallbackLanguage } : own;
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
