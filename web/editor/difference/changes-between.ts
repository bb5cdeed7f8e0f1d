import type { LanguageTag } from "../../../schema/languages/tags.ts";
import { type Change, difference } from "../../../schema/notice/difference.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { pageLanguages } from "../language.ts";

/** The changes between two notices: first of the notice itself, then of the languages by their names. */
export function changesBetween(before: Notice | undefined, after: Notice): Change[] {
  const rank = ({ translation }: Change) => pageLanguages.indexOf(translation as LanguageTag);
  return difference(before, after).toSorted((one, other) => rank(one) - rank(other));
}
