import type { LanguageTag } from "../../../schema/languages/tags.ts";
import { type Text, textNames } from "../../../schema/notice/texts.ts";
import { type Texts, writtenTexts } from "../../../schema/words/written-texts.ts";
import { pageLanguages } from "../language.ts";
import { type Decision, type Draft, type DraftTexts, noTexts, textsOf } from "./draft.ts";
import { ownValuesOf } from "./own-values.ts";

/**
 * The status of a translation. `undecided` and `kept` mean that the notice's own words have changed: either nobody has
 * decided yet, or the translation stays.
 */
export type TranslationStatus = "stands" | "blank" | "undecided" | "kept" | "removed";

/** The texts that a translation needs: those that ops wrote in the notice itself. */
export function textsToTranslate(draft: Draft): Text[] {
  const written = writtenTexts(ownValuesOf(draft));
  return textNames.filter((name) => written[name]);
}

/** The status of a translation in a draft. */
export function translationStatusOf(draft: Draft, tag: string): TranslationStatus {
  const now = draft.translations[tag] ?? noTexts;
  const decision = draft.decisions[tag];
  if (decision === "drop") return "removed";
  const names = textsToTranslate(draft);
  const before = draft.base.notice.translations?.[tag];
  if (before && !draft.translations[tag]) return "undecided";
  if (names.every((name) => now[name] === "")) return "blank";
  if (!before || !haveOwnWordsChanged(draft) || !isSame(before, now, names)) return "stands";
  return decision === "keep" && lackingTexts(draft, tag).length === 0 ? "kept" : "undecided";
}

/** The texts that a translation lacks in the base. It cannot be kept before they are written. */
export function lackingTexts(draft: Draft, tag: string): Text[] {
  const before = draft.base.notice.translations?.[tag];
  return textsToTranslate(draft).filter((name) => !before?.[name]);
}

/**
 * The languages of the base that need a decision: the notice's own words have changed and the translation has not, or
 * the translation is empty.
 */
export function tagsToDecide(draft: Draft): LanguageTag[] {
  const names = textsToTranslate(draft);
  if (names.length === 0) return [];
  const haveChanged = haveOwnWordsChanged(draft);
  return pageLanguages.filter((tag) => {
    const before = draft.base.notice.translations?.[tag];
    const now = draft.translations[tag] ?? noTexts;
    const isBlank = names.every((name) => now[name] === "");
    return before && (isBlank || (haveChanged && isSame(before, now, names)));
  });
}

/** The languages of a draft, and those of its base that need a decision. */
export function tagsOf(draft: Draft): LanguageTag[] {
  const left = tagsToDecide(draft);
  return pageLanguages.filter((tag) => draft.translations[tag] || left.includes(tag));
}

/** Whether a draft changes a translation of its base. */
export function isRewritten(draft: Draft, tag: string): boolean {
  const before = draft.base.notice.translations?.[tag];
  return before !== undefined && !isSame(before, textsOf(draft, tag), textsToTranslate(draft));
}

/** The languages without a decision, or with a decision to keep a translation that now lacks a text. */
export function undecidedTags(draft: Draft): LanguageTag[] {
  return tagsToDecide(draft).filter((tag) => decisionOf(draft, tag) === undefined);
}

/** The decision about a translation, if it can be carried out. */
export function decisionOf(draft: Draft, tag: string): Decision | undefined {
  const status = translationStatusOf(draft, tag);
  if (status === "removed") return "drop";
  return status === "kept" ? "keep" : undefined;
}

/** Whether the notice's own words differ from those of the draft's base. */
function haveOwnWordsChanged(draft: Draft): boolean {
  const [before, after] = [writtenTexts(draft.base.notice), writtenTexts(ownValuesOf(draft))];
  return textNames.some((name) => after[name] !== undefined && after[name] !== before[name]);
}

function isSame(before: Texts, now: DraftTexts, names: Text[]): boolean {
  return names.every((name) => (before[name] ?? "") === now[name]);
}
