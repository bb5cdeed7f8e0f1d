import type { LanguageTag } from "../../../schema/languages/tags.ts";
import { type Text, textNames } from "../../../schema/notice/texts.ts";
import { type Texts, writtenTexts } from "../../../schema/words/written-texts.ts";
import { pageLanguages } from "../language.ts";
import { type Decision, type Draft, type DraftTexts, noTexts, textsOf } from "./draft.ts";
import { ownValuesOf } from "./own-values.ts";

/**
 * What becomes of a translation: it stands; it has no words yet; it is of words that have changed, and nobody has decided
 * about it, or it is kept; it is removed.
 */
export type TranslationStatus = "stands" | "blank" | "undecided" | "kept" | "removed";

/** The texts that a translation has to have: those that are ops' own words in the notice itself. */
export function textsToTranslate(draft: Draft): Text[] {
  const written = writtenTexts(ownValuesOf(draft));
  return textNames.filter((name) => written[name]);
}

/** What becomes of a translation when the draft is published. */
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

/** The texts that a translation lacks as it is in the revision: it cannot be kept before they are written. */
export function lackingTexts(draft: Draft, tag: string): Text[] {
  const before = draft.base.notice.translations?.[tag];
  return textsToTranslate(draft).filter((name) => !before?.[name]);
}

/**
 * The languages of the revision whose translation stays or goes by a choice: the notice's own words have changed and it
 * has not, or it has no words any more.
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

/** The languages of a draft, with those of the revision that it may leave out. */
export function tagsOf(draft: Draft): LanguageTag[] {
  const left = tagsToDecide(draft);
  return pageLanguages.filter((tag) => draft.translations[tag] || left.includes(tag));
}

/** Whether a translation of the revision has other words in a draft. */
export function isRewritten(draft: Draft, tag: string): boolean {
  const before = draft.base.notice.translations?.[tag];
  return before !== undefined && !isSame(before, textsOf(draft, tag), textsToTranslate(draft));
}

/** Those about which nobody has decided yet, or that were to be kept and lack a text by now. */
export function undecidedTags(draft: Draft): LanguageTag[] {
  return tagsToDecide(draft).filter((tag) => decisionOf(draft, tag) === undefined);
}

/** What is decided about a translation and can be done; undefined while that is nothing. */
export function decisionOf(draft: Draft, tag: string): Decision | undefined {
  const status = translationStatusOf(draft, tag);
  if (status === "removed") return "drop";
  return status === "kept" ? "keep" : undefined;
}

/** Whether the notice's own words are others than in the revision that the draft was made from. */
function haveOwnWordsChanged(draft: Draft): boolean {
  const [before, after] = [writtenTexts(draft.base.notice), writtenTexts(ownValuesOf(draft))];
  return textNames.some((name) => after[name] !== undefined && after[name] !== before[name]);
}

function isSame(before: Texts, now: DraftTexts, names: Text[]): boolean {
  return names.every((name) => (before[name] ?? "") === now[name]);
}
