// Patterns of JSON Schemas that we publish. They mean the same in ECMA-262, with and without its `u` flag, and in Python's
// `re`, so that a schema alone is enough for the validators that our users run.
const control = "\\u0000-\\u001F\\u007F-\\u009F";
const controlButLineFeed = "\\u0000-\\u0009\\u000B-\\u001F\\u007F-\\u009F";
const surrogate = "\\uD800-\\uDFFF";
/** A character beyond the BMP, as seen by an engine that knows only UTF-16 code units. */
const pair = "[\\uD800-\\uDBFF][\\uDC00-\\uDFFF]";
/** White space and invisible characters: a text of nothing else would leave the page blank. */
const blank =
  "\\u0020\\u00A0\\u00AD\\u034F\\u061C\\u115F\\u1160\\u1680\\u17B4\\u17B5\\u180B-\\u180F\\u2000-\\u200F" +
  "\\u2028-\\u202F\\u205F-\\u206F\\u2800\\u3000\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFFB";

const visible = `(?:[^${control}${surrogate}${blank}]|${pair})`;

/** The end of the text; with `$`, Python would accept a trailing line feed. */
export const end = "(?![\\s\\S])";

/** One line that shows something. */
export const oneLine = `^[${blank}]*${visible}(?:[^${control}${surrogate}]|${pair})*${end}`;

export const lines = `^[${blank}\\n]*${visible}(?:[^${controlButLineFeed}${surrogate}]|${pair})*${end}`;

const atext = "[A-Za-z0-9!#$&'*+/=^_`{|}~-]+";
const label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const topLabel = "[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])";

/** The dot-atom form of RFC 5321 at a domain of two labels or more; no `?` or `%`, which steer a mailto link. */
export const email = `^(?=.{1,64}@)${atext}(?:\\.${atext})*@(?:${label}\\.)+${topLabel}${end}`;

/** The shape of an RFC 3339 time, even on a day that does not exist. */
export const timeShape = `^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]+)?(?:[Zz]|[+-][0-9]{2}:[0-9]{2})${end}`;

/** A language tag in canonical case: language, script, region, variants. @see https://www.rfc-editor.org/rfc/rfc5646 */
export const languageTag = `^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*${end}`;

/** The first forbidden character of a text: half a character, or a control character, which includes the line break unless `hasLines`. */
export function badCharacterIn(text: string, hasLines: boolean): string | undefined {
  return [...text].find((character) => /\p{Cc}|\p{Cs}/u.test(character) && !(hasLines && character === "\n"));
}

/** Whether a text without forbidden characters shows anything. */
export function isVisible(text: string): boolean {
  return new RegExp(lines).test(text);
}

/** A forbidden character in words. */
export function describeBad(character: string): string {
  const code = codePointOf(character);
  return /\p{Cs}/u.test(character)
    ? `half a character (lone surrogate ${code})`
    : `the control character ${code}`;
}

/** A character by its number in Unicode, such as `U+0007`. */
export function codePointOf(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Escapes every match of `characters` as JSON's `\uXXXX`, twice for a character beyond the BMP. */
export function escapeUnits(text: string, characters: RegExp): string {
  const asEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return text.replace(characters, (found) => found.split("").map(asEscape).join(""));
}

// Controls other than the line feed, lone surrogates, line separators, and anything that is invisible or reorders a
// line, except for the joiners and variation selectors that emoji and many scripts need.
const unsafe = /(?!\n|\u200c|\u200d|[\ufe00-\ufe0f])[\p{Cc}\p{Cs}\p{DI}\u2028\u2029\ufff9-\ufffb]/gu;

/** Escapes every character that could control a terminal or hide in it; JSON stays the same JSON. */
export function printable(text: string): string {
  return escapeUnits(text, unsafe);
}

/** The text cut to at most `maxCharacters` code points, the last of which is then an ellipsis. */
export function shorten(text: string, maxCharacters: number): string {
  const characters = [...text];
  if (characters.length <= maxCharacters) return text;
  return `${characters.slice(0, maxCharacters - 1).join("")}…`;
}

/** A value as ASCII JSON, cut short, so that it is safe in a terminal and in a log. */
export function showValue(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return shorten(escapeUnits(String(JSON.stringify(value)), /[^ -~]/g), 80);
}

export function countCharacters(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}

/** A text with the first occurrence of each word replaced, in their order. */
export function replaceWords(text: string, words: Readonly<Record<string, string>> = {}): string {
  return Object.entries(words).reduce((said, [word, other]) => said.replace(word, other), text);
}

/** The names that a text may be a misspelling of: the nearest, or several that are equally near. */
export function nearestNames<Name extends string>(
  text: string,
  names: readonly Name[],
  maxEdits: (name: Name) => number,
): Name[] {
  const near = names
    .filter((name) => Math.abs(name.length - text.length) <= maxEdits(name))
    .map((name) => ({ name, edits: editDistance(text.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= maxEdits(name));
  const fewest = Math.min(...near.map(({ edits }) => edits));
  return near.filter(({ edits }) => edits === fewest).map(({ name }) => name);
}

/**
 * The name that a text was probably meant to be, in any case; undefined if it resembles none. Short texts are allowed
 * one edit, because two edits turn them into nearly every name. `maxEdits` overrides that.
 */
export function nearest<Name extends string>(
  text: string,
  names: readonly Name[],
  maxEdits: (name: Name) => number = () => (text.length < 5 ? 1 : 2),
): Name | undefined {
  return nearestNames(text, names, maxEdits)[0];
}

/**
 * The fewest edits that turn one text into the other: a character added, removed or replaced, or two neighbors swapped.
 * @see https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance#Optimal_string_alignment_distance
 */
function editDistance(one: string, other: string): number {
  const rows: number[][] = [];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let i = 0; i <= one.length; i += 1) {
    const row: number[] = [];
    rows.push(row);
    for (let j = 0; j <= other.length; j += 1) {
      const replaced = at(i - 1, j - 1) + Number(one[i - 1] !== other[j - 1]);
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      row.push(i + j === 0 ? 0 : Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped));
    }
  }
  return at(one.length, other.length);
}
