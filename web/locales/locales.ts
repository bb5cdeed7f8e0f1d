import type { BrandTexts } from "../../schema/brand/brand.ts";
import type { DayFirst } from "../../schema/languages/day-first.ts";
import { completeLocales } from "./complete-locales.ts";
import type { CompleteLocale, Locale, Sent } from "./locale.ts";

/** Every language of the page; the first one stands in for any that is missing. */
export const locales = completeLocales.map(({ unsaved: _, unsure: __, ...locale }) => locale) as [
  Locale,
  ...Locale[],
];

/** The language of the page with a tag, with times as they are told and a brand's texts; the first one if there is none. */
export function localeOf(tag: string | undefined, formatting?: DayFirst, texts: BrandTexts = {}): Locale {
  const locale = locales.find((locale) => locale.tag === tag) ?? locales[0];
  const { unsaved: _, unsure: __, ...own } = texts[locale.tag] ?? {};
  return { ...locale, strings: { ...locale.strings, ...own }, ...(formatting && { formatting }) };
}

/**
 * The language of a page for a request that may have sent something. Such a page stays until the visitor goes back to
 * what they typed: it does not open another one, and tells nobody to load it again, which would send the request again.
 */
export function sentLocaleOf(sent: Sent, tag: string, formatting?: DayFirst, texts?: BrandTexts): Locale {
  const { strings, ...locale } = localeOf(tag, formatting, texts);
  const text = textsOfSent(locale.tag, texts)[sent === "lost" ? "unsaved" : "unsure"];
  return { ...locale, sent: text, strings: { ...strings, opening: text, reload: "", leaveOpen: "" } };
}

/** What the pages for such requests say, by its name among a brand's texts. */
export function textsOfSent(tag: string, texts: BrandTexts = {}): Pick<CompleteLocale, "unsaved" | "unsure"> {
  const ours = completeLocales.find((locale) => locale.tag === tag) ?? completeLocales[0];
  const { unsaved = ours.unsaved, unsure = ours.unsure } = texts[tag] ?? {};
  return { unsaved, unsure };
}

/**
 * The language of a page without a script, which does nothing by itself: it always says to load it again, also where it
 * says that the return takes longer.
 */
export function scriptlessLocaleOf(
  tag: string | undefined,
  formatting?: DayFirst,
  texts?: BrandTexts,
): Locale {
  const { strings, ...locale } = localeOf(tag, formatting, texts);
  const { overdue, reload } = strings;
  const space = overdue.endsWith("。") ? "" : " ";
  return {
    ...locale,
    strings: { ...strings, overdue: `${overdue}${space}${reload}`, leaveOpen: "", unreachable: "" },
  };
}

/** Every sentence of the page in its language with this tag that a brand's texts may replace, by its name there. */
export function fixedTextsOf(tag: string, texts: BrandTexts): BrandTexts[string] {
  const { title: _, message: __, ...fixed } = localeOf(tag, undefined, texts).strings;
  return { ...fixed, ...textsOfSent(tag, texts) };
}

/** A few sentences of the page's own in its language with this tag, in which readers can be heard to be addressed. */
export function voiceOf(tag: string, texts?: BrandTexts): string[] {
  const { leaveOpen, overdue, thanks } = localeOf(tag, undefined, texts).strings;
  return [leaveOpen, overdue, thanks];
}
