/**
 * A sentence from the service, which is English, isolated by Unicode as left-to-right text. `Said` marks its language.
 * Whoever uses the page may have no shell: what begins with a command is left out.
 * @see https://www.unicode.org/reports/tr9/
 */
export function inEnglish(text: string): string {
  const said = text.replace(/[.:] (?:(?![.:] ).)*`notice .*/s, ".");
  return said && `\u2066${said}\u2069`;
}
