/**
 * A sentence of the service's, which speaks English, between the characters by which Unicode isolates text that runs from
 * left to right. `Said` marks its language. @see https://www.unicode.org/reports/tr9/
 */
export function inEnglish(text: string): string {
  return text && `\u2066${text}\u2069`;
}
