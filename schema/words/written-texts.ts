import type { Sibling } from "../languages/tags.ts";
import { defaults } from "../notice/defaults.ts";
import type { Notice, Translations } from "../notice/notice.ts";
import type { Text } from "../notice/texts.ts";
import { timeShape } from "../text/patterns.ts";

/** Texts that ops wrote. */
export type Texts = { readonly [T in Text]?: string };

const time = new RegExp(timeShape);

/** Whether a text has the shape of a time, which no translation may have: it is the same in every language. */
export const hasTimeShape = (text: string): boolean => time.test(text);

/** The texts that ops wrote in the notice itself, without the default title and times, which the page translates. */
export function writtenTexts({ title, message, expectedReturn }: Notice): Texts {
  return {
    ...(title !== defaults.title && { title }),
    ...(message !== undefined && { message }),
    ...(expectedReturn !== undefined && !hasTimeShape(expectedReturn) && { expectedReturn }),
  };
}

/** A notice whose translations have only the texts that it has itself. */
export function fitTranslations(notice: Notice): Notice {
  const { translations = {} } = notice;
  const written = Object.keys(writtenTexts(notice)) as Text[];
  const kept = Object.entries(translations).map(([tag, texts]) => [tag, pick(texts, written)]);
  return withTranslations(notice, Object.fromEntries(kept));
}

/** A notice with these translations, except empty ones; without the field if none is left. */
export function withTranslations<V extends { translations?: unknown }>(
  notice: V,
  translations: Translations,
): Omit<V, "translations"> {
  const { translations: _, ...rest } = notice;
  const left = Object.entries(translations).filter(([, texts]) => Object.keys(texts).length > 0);
  return left.length === 0 ? rest : { ...rest, translations: Object.fromEntries(left) };
}

/** The texts with these names. */
function pick(texts: Texts, names: Text[]): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => names.includes(name as Text)));
}

/** The texts that ops wrote for a visitor. The page's own sentences are elsewhere. */
interface VisitorWords {
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
