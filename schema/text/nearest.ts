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
