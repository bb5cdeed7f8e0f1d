import type { LanguageTag } from "../../schema/languages/tags.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { visitorWords, writtenTexts } from "../../schema/words/written-texts.ts";

/** What a visitor reads, and in which languages. */
export interface Visit {
  /** The language of the page. */
  page: LanguageTag;
  /** The language of the notice's words; absent if it is unknown, or if all words are the page's own. */
  language?: string;
  title: string;
  message: string;
  expectedReturn?: string;
  contactEmail: string;
}

/** What a visitor with this language reads. Loads the page's own sentences on demand. */
export async function visitOf(notice: Notice, page: LanguageTag): Promise<Visit> {
  const { locales } = await import("../../web/render.tsx");
  const locale = locales.find(({ tag }) => tag === page) ?? locales[0];
  const { texts, language } = visitorWords(notice, locale);
  const { title, message } = { ...locale.strings, ...texts };
  const expectedReturn = texts.expectedReturn ?? notice.expectedReturn;
  return {
    page,
    ...(language !== undefined && { language }),
    title,
    message,
    ...(expectedReturn !== undefined && { expectedReturn }),
    contactEmail: notice.contactEmail,
  };
}

/** The languages of a visit in a sentence. `command` is the name of the command for the reader. */
export function describeLanguages(notice: Notice, { page, language }: Visit, command: string): string {
  const hasWords = Object.keys(writtenTexts(notice)).length > 0;
  if (!hasWords) return `The page is in ${page}, and has only its default text.`;
  return language === undefined
    ? `The page is in ${page}. The notice does not state its language: set it with \`${command} set --language\`.`
    : `The page is in ${page}, and your text on it is in ${language}.`;
}
