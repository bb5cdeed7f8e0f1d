import { editDistance } from "./edit-distance.ts";

/**
 * The one of the names that a text, in whatever case, was probably meant to be; undefined if it looks like none. A short
 * text is within two edits of nearly every name; `maxEdits` says otherwise for a name.
 */
export function nearest<Name extends string>(
  text: string,
  names: readonly Name[],
  maxEdits: (name: Name) => number = () => (text.length < 5 ? 1 : 2),
): Name | undefined {
  return names
    .filter((name) => Math.abs(name.length - text.length) <= maxEdits(name))
    .map((name) => ({ name, edits: editDistance(text.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= maxEdits(name))
    .sort((one, other) => one.edits - other.edits)[0]?.name;
}
