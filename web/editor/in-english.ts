/**
 * A sentence from the service, which is English, isolated by Unicode as left-to-right text. `Said` marks its language.
 * @see https://www.unicode.org/reports/tr9/
 */
export function inEnglish(text: string): string {
  return text && `\u2066${text}\u2069`;
}
