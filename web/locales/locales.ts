import type { BrandTexts } from "../../schema/brand/brand.ts";
import { completeLocales } from "./complete-locales.ts";
import type { CompleteLocale, Locale, Sent } from "./locale.ts";

/** Every language of the page; the first one stands in for any that is missing. */
export const locales = completeLocales.map(({ unsaved: _, unsure: __, ...locale }) => locale) as [
  Locale,
  ...Locale[],
];

/** The page's language with this tag, or the first, with the visitor's formatting and a brand's texts. */
export function localeOf(tag: string | undefined, formatting?: string, texts: BrandTexts = {}): Locale {
  const locale = locales.find((locale) => locale.tag === tag) ?? locales[0];
  const { unsaved: _, unsure: __, ...own } = texts[locale.tag] ?? {};
  return { ...locale, strings: { ...locale.strings, ...own }, ...(formatting && { formatting }) };
}

/**
 * The language of a page for a request that may have sent data. Such a page stays until the visitor goes back to the
 * form. It does not load the app, and does not suggest a reload, which would send the data again.
 */
export function sentLocaleOf(sent: Sent, tag: string, formatting?: string, texts?: BrandTexts): Locale {
  const { strings, ...locale } = localeOf(tag, formatting, texts);
  const text = textsOfSent(locale.tag, texts)[sent === "lost" ? "unsaved" : "unsure"];
  return { ...locale, sent: text, strings: { ...strings, opening: text, reload: "", leaveOpen: "" } };
}

export function textsOfSent(tag: string, texts: BrandTexts = {}): Pick<CompleteLocale, "unsaved" | "unsure"> {
  const ours = completeLocales.find((locale) => locale.tag === tag) ?? completeLocales[0];
  const { unsaved = ours.unsaved, unsure = ours.unsure } = texts[tag] ?? {};
  return { unsaved, unsure };
}

/** The language of a page without scripts, which does nothing by itself and needs no room for later texts. */
export function scriptlessLocaleOf(tag: string | undefined, formatting?: string, texts?: BrandTexts): Locale {
  const { strings, ...locale } = localeOf(tag, formatting, texts);
  return { ...locale, strings: { ...strings, leaveOpen: "", unreachable: "" } };
}

/** A few of the page's sentences in a language, as examples of how it addresses readers. */
export function voiceOf(tag: string, texts?: BrandTexts): string[] {
  const { leaveOpen, overdue, thanks } = localeOf(tag, undefined, texts).strings;
  return [leaveOpen, overdue, thanks];
}
