import { editDistance } from "./edit-distance.ts";

/** Which of the names a text may be a misspelling of: all that are as near as the nearest; none if it looks like none. */
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
 * The one of the names that a text, in whatever case, was probably meant to be; undefined if it looks like none. A short
 * text is within two edits of nearly every name; `maxEdits` says otherwise for a name.
 */
export function nearest<Name extends string>(
  text: string,
  names: readonly Name[],
  maxEdits: (name: Name) => number = () => (text.length < 5 ? 1 : 2),
): Name | undefined {
  return nearestNames(text, names, maxEdits)[0];
}
