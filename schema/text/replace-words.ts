/** A text with other words in place of some of its own, each where it first stands, in their order. */
export function replaceWords(text: string, words: Readonly<Record<string, string>> = {}): string {
  return Object.entries(words).reduce((said, [word, other]) => said.replace(word, other), text);
}
