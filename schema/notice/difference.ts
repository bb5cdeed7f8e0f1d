import { languageTags } from "../languages/tags.ts";
import { type Field, fields, type Notice } from "./notice.ts";
import { textNames } from "./texts.ts";

type Value = string | boolean | undefined;

/** A value in which two notices differ; undefined stands for an absent one. */
export interface Change {
  field: Exclude<Field, "translations">;
  /** The tag of the translation that it is in; absent for the notice's own. */
  translation?: string;
  before: Value;
  after: Value;
}

const ownFields = fields.filter((field) => field !== "translations");

/** The values that differ, in schema order; if there is no notice before, all the values of the other. */
export function difference(before: Notice | undefined, after: Notice): Change[] {
  const own = ownFields.map((field) => ({ field, before: before?.[field], after: after[field] }));
  const translated = languageTags.flatMap((tag) => {
    const [old, next] = [before?.translations?.[tag], after.translations?.[tag]];
    return textNames.map((field) => ({
      field,
      translation: tag,
      before: old?.[field],
      after: next?.[field],
    }));
  });
  return [...own, ...translated].filter((change) => change.before !== change.after);
}

/** The names of what changed: fields such as `title`, and whole translations such as `translations.de`. */
export function changedFields(changes: Change[]): string[] {
  const names = changes.map(({ field, translation }) =>
    translation ? `translations.${translation}` : field,
  );
  return [...new Set(names)];
}

export function changedTranslations(changes: Change[]): string[] {
  return [...new Set(changes.flatMap(({ translation }) => translation ?? []))];
}

/** The translations that were added, changed and removed, by their tags. */
export interface TranslationChanges {
  added: string[];
  changed: string[];
  removed: string[];
}

/** The changes of translations between two notices. Without an earlier notice, all are added. */
export function translationChanges(before: Notice | undefined, after: Notice): TranslationChanges {
  const [old = {}, next = {}] = [before?.translations, after.translations];
  const tags = changedTranslations(difference(before, after));
  return {
    added: tags.filter((tag) => !old[tag]),
    changed: tags.filter((tag) => old[tag] && next[tag]),
    removed: tags.filter((tag) => !next[tag]),
  };
}

/** The changes as lines, in the style of `diff`. */
export function differenceLines(changes: Change[]): string[] {
  return changes.flatMap(({ field, translation, before, after }) => {
    const name = translation ? `translations.${translation}.${field}` : field;
    return [...lines("-", name, before), ...lines("+", name, after)];
  });
}

function lines(sign: string, name: string, value: Value): string[] {
  if (value === undefined) return [];
  const [first, ...rest] = String(value).split("\n");
  return [`${sign} ${name}: ${first}`, ...rest.map((line) => `${sign}   ${line}`)];
}
