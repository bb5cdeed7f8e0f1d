import type { Locale } from "../locales/locale.ts";

/**
 * The BCP 47 tag for the times on a page: the first of the visitor's languages with the page's language and script, so
 * that `en-GB` has its own order and clock. Calendar and digits are always the page's, as in the text from the server.
 * @see https://www.rfc-editor.org/rfc/rfc6067
 */
export function formattingTag(locale: Locale, languages: readonly string[]): string {
  const { tag, formatting = tag, calendar = "gregory", digits = "latn" } = locale;
  const visitors = languages.find((language) => languageAndScript(language) === languageAndScript(tag));
  return new Intl.Locale(visitors ?? formatting, { calendar, numberingSystem: digits }).toString();
}

/** A tag's language and script; empty for text that is not a tag: some browsers list `C`. */
function languageAndScript(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return "";
  }
}
