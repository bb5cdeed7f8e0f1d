/** A text with the first occurrence of each word replaced, in their order. */
export function replaceWords(text: string, words: Readonly<Record<string, string>> = {}): string {
  return Object.entries(words).reduce((said, [word, other]) => said.replace(word, other), text);
}
