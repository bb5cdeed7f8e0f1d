/** Marks of direction: nobody sees them, and in the middle of 21:00 they can show 00:21. */
const marks = /[\u200e\u200f\u061c]/g;

/**
 * Joiners that writing needs: in a word of Persian or Bengali, at the end of one after a vowel killer of Malayalam or
 * Telugu, and inside emoji.
 */
const joiners = new RegExp(
  [
    String.raw`[\u200c\u200d](?<=\p{L}\p{M}*.)(?=[\p{L}\p{M}])`,
    String.raw`[\u200c\u200d](?<=\p{L}\p{M}+.)(?=[\s\p{P}]|$)`,
    String.raw`\u200d(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?.)(?=\p{Extended_Pictographic})`,
  ].join("|"),
  "gu",
);

/** What is not seen, or changes how what is around it is seen; the choice between two forms of a character is neither. */
const invisible = /(?![\ufe00-\ufe0f])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A model's text without marks of direction, unless what was given has them. */
export function withoutMarks(text: string, given: string): string {
  return text.replace(marks, (mark) => (given.includes(mark) ? mark : ""));
}

/** The first invisible character that a text needs not and that was not given, as `U+202E`; undefined if there is none. */
export function findInvisible(text: string, given: string): string | undefined {
  const found = text.replace(joiners, "").match(invisible) ?? [];
  const point = found.find((character) => !given.includes(character))?.codePointAt(0);
  return point === undefined ? undefined : `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
}
