/**
 * Sets the answer of a media query, such as `prefers-color-scheme: dark`, in the page's styles and for its logo: the
 * visitor is not the person at this browser.
 */
export function answerMedia(query: string, isTrue: boolean): void {
  const answer = isTrue ? "screen" : "not all";
  for (const source of document.querySelectorAll("source"))
    if (source.media.includes(query)) source.media = answer;
  for (const { cssRules } of document.styleSheets)
    for (const rule of cssRules)
      if (rule instanceof CSSMediaRule && rule.media.mediaText.includes(query)) rule.media.mediaText = answer;
}
