import type { DayFirst } from "../../schema/languages/day-first.ts";
import { completeLocales } from "./complete-locales.ts";
import type { CompleteLocale, Locale } from "./locale.ts";

/** Every language of the page; the first one stands in for any that is missing. */
export const locales = completeLocales.map(({ unsaved: _, ...locale }) => locale) as [Locale, ...Locale[]];

/** The language of the page with a tag, with times as they are told; the first one if there is none. */
export function localeOf(tag: string | undefined, formatting?: DayFirst): Locale {
  const locale = locales.find((locale) => locale.tag === tag) ?? locales[0];
  return formatting ? { ...locale, formatting } : locale;
}

/**
 * The language of a page for a request that did not reach the app. Such a page stays until the visitor goes back to what
 * they typed: it does not open another one, and tells nobody to load it again, which would send the request again.
 */
export function unsavedLocaleOf(tag: string, formatting?: DayFirst): CompleteLocale {
  const { unsaved } = completeLocales.find((locale) => locale.tag === tag) ?? completeLocales[0];
  const { strings, ...locale } = localeOf(tag, formatting);
  return { ...locale, unsaved, strings: { ...strings, opening: unsaved, reload: "", leaveOpen: "" } };
}

/**
 * The language of a page without a script, which does nothing by itself: it always says to load it again, also where it
 * says that the return takes longer.
 */
export function scriptlessLocaleOf(tag: string | undefined, formatting?: DayFirst): Locale {
  const { strings, ...locale } = localeOf(tag, formatting);
  const { overdue, reload } = strings;
  const space = overdue.endsWith("。") ? "" : " ";
  return {
    ...locale,
    strings: { ...strings, overdue: `${overdue}${space}${reload}`, leaveOpen: "", unreachable: "" },
  };
}

/** A few sentences of the page's own in its language with this tag, in which readers can be heard to be addressed. */
export function voiceOf(tag: string): string[] {
  const { leaveOpen, overdue, thanks } = localeOf(tag).strings;
  return [leaveOpen, overdue, thanks];
}
