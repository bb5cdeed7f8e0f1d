import { type Field, fields, type Notice } from "./notice.ts";

/** A field in which two notices differ; undefined stands for an absent one. */
export interface Change {
  field: Field;
  before: Notice[Field];
  after: Notice[Field];
}

/** The fields that differ, in schema order; if there is no notice before, all the fields of the other. */
export function difference(before: Notice | undefined, after: Notice): Change[] {
  return fields
    .map((field) => ({ field, before: before?.[field], after: after[field] }))
    .filter((change) => change.before !== change.after);
}

/** The names of the fields that changed. */
export function changedFields(changes: Change[]): Field[] {
  return changes.map(({ field }) => field);
}

/** The changes as lines, in the style of `diff`. */
export function differenceLines(changes: Change[]): string[] {
  return changes.flatMap(({ field, before, after }) => [
    ...lines("-", field, before),
    ...lines("+", field, after),
  ]);
}

function lines(sign: string, field: Field, value: Notice[Field]): string[] {
  if (value === undefined) return [];
  const [first, ...rest] = String(value).split("\n");
  return [`${sign} ${field}: ${first}`, ...rest.map((line) => `${sign}   ${line}`)];
}
