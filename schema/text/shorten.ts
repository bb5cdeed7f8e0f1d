/** The text cut to at most `maxCharacters` code points, the last of which is then an ellipsis. */
export function shorten(text: string, maxCharacters: number): string {
  const characters = [...text];
  if (characters.length <= maxCharacters) return text;
  return `${characters.slice(0, maxCharacters - 1).join("")}…`;
}
