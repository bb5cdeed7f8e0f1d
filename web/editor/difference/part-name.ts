import { languageName } from "../language.ts";
import { texts } from "../texts.ts";

const names: Record<string, string> = texts.name;

/** The label of a part of the notice: a field such as `title`, or a whole translation such as `translations.de`. */
export function partName(part: string): string {
  const [field = "", tag] = part.split(".");
  return tag ? languageName(tag) : (names[field] ?? field);
}

/** Whether people can change a part. Fixed parts are not shown. */
export function isEditable(part: string): boolean {
  return part !== "isEnabled";
}

/** The label of a field, with the translation that it is in. */
export function fieldName(field: string, translation: string | undefined): string {
  const name = partName(field);
  return translation ? texts.difference.of(name, languageName(translation)) : name;
}
