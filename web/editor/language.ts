import { type LanguageTag, languageTags, meantTag } from "../../schema/languages/tags.ts";
import { texts } from "./texts.ts";

const { tag: pageTag } = texts.locale;
const names = new Intl.DisplayNames(pageTag, { type: "language", fallback: "code" });

/** The name of a language, in the editor's language: in English, `pt-BR` is `Brazilian Portuguese`. Other text is shown as it is. */
export function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Items in one text: "one, two, and three". */
export function inList(items: readonly string[]): string {
  return new Intl.ListFormat(pageTag).format(items);
}

/** The names of languages in one text. */
export function languageNames(tags: readonly string[]): string {
  return inList(tags.map(languageName));
}

/** The page's languages in the order of their names. */
export const pageLanguages: readonly LanguageTag[] = languageTags.toSorted((one, other) =>
  languageName(one).localeCompare(languageName(other), pageTag),
);

/** The page's language of a notice's own words; English if it is unknown. */
export function pageLanguageOf(language: string | undefined): LanguageTag {
  return meantTag(language) ?? "en";
}

const rightToLeft = ["Arab", "Hebr"];

/** The direction of a language. */
export function directionOf(tag: string): "ltr" | "rtl" {
  try {
    return rightToLeft.includes(new Intl.Locale(tag).maximize().script ?? "") ? "rtl" : "ltr";
  } catch {
    return "ltr";
  }
}

/**
 * A sentence from the service, which is English, isolated by Unicode as left-to-right text. `Said` marks its language.
 * Whoever uses the page may have no shell: what begins with a command is left out.
 * @see https://www.unicode.org/reports/tr9/
 */
export function inEnglish(text: string): string {
  const said = text.replace(/[.:] (?:(?![.:] ).)*`notice .*/s, ".");
  return said && `\u2066${said}\u2069`;
}
