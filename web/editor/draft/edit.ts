import type { Text } from "../../../schema/notice/texts.ts";
import {
  type Decision,
  type Draft,
  type DraftReturn,
  type DraftTexts,
  noTexts,
  type TypedField,
  textsOf,
} from "./draft.ts";

/** A draft with a field typed. */
export function withField(draft: Draft, field: TypedField, value: string): Draft {
  return { ...draft, [field]: value };
}

/**
 * A draft with a change to its expected return. A typed date or clock discards the exact time. Typed words discard how
 * the old words were read.
 */
export function withReturn(draft: Draft, changed: Partial<DraftReturn>): Draft {
  const { exact, occurrence, ...read } = draft.expectedReturn;
  const { understood, refused, ...unread } = read;
  const isTyped = ["date", "clock", "zone"].some((name) => name in changed);
  const kept = isTyped ? {} : { ...(exact !== undefined && { exact }), ...(occurrence && { occurrence }) };
  const expectedReturn = { ...("words" in changed ? unread : read), ...kept, ...changed };
  return { ...draft, expectedReturn };
}

/** A draft whose expected return stays refused if the draft before refused the same words. */
export function stillRefused(before: Draft | undefined, draft: Draft): Draft {
  const { words, refused } = before?.expectedReturn ?? {};
  const isSame = refused !== undefined && words === draft.expectedReturn.words;
  return isSame ? withReturn(draft, { refused }) : draft;
}

/** A draft with a text of a translation typed; an earlier decision to keep or remove it no longer holds. */
export function withTranslation(draft: Draft, tag: string, text: Text, value: string): Draft {
  return withTexts(draft, tag, { ...textsOf(draft, tag), [text]: value });
}

/** A draft with texts of a translation, and a decision about it. Without texts, the draft has not changed any. */
export function withTexts(
  draft: Draft,
  tag: string,
  texts: DraftTexts | undefined,
  decision?: Decision,
): Draft {
  const { [tag]: _, ...others } = draft.translations;
  const translations = texts ? { ...draft.translations, [tag]: texts } : others;
  return decided({ ...draft, translations }, tag, decision);
}

/** A draft with one more language, which has no texts yet. */
export function withLanguage(draft: Draft, tag: string): Draft {
  return withTexts(draft, tag, draft.translations[tag] ?? noTexts);
}

/** A draft in which a translation is kept or removed, or neither. */
export function decided(draft: Draft, tag: string, decision: Decision | undefined): Draft {
  const { [tag]: _, ...decisions } = draft.decisions;
  return { ...draft, decisions: decision ? { ...decisions, [tag]: decision } : decisions };
}

/** A draft in which translations of the base are kept unchanged, or removed. */
export function decidedFully(draft: Draft, tags: string[], decision: Decision): Draft {
  const { translations = {} } = draft.base.notice;
  const asTheyWere = Object.fromEntries(tags.map((tag) => [tag, { ...noTexts, ...translations[tag] }]));
  return {
    ...draft,
    translations: { ...draft.translations, ...asTheyWere },
    decisions: { ...draft.decisions, ...Object.fromEntries(tags.map((tag) => [tag, decision])) },
  };
}

/** A draft in which a translation is empty again. */
export function writtenAnew(draft: Draft, tag: string): Draft {
  return withTexts(draft, tag, noTexts);
}

/** A draft in which a translation has the texts of the base again. */
export function asPublished(draft: Draft, tag: string): Draft {
  return decided(decidedFully(draft, [tag], "keep"), tag, undefined);
}

/** A draft without a language that it added. A language of the base stays, marked as removed. */
export function withoutLanguage(draft: Draft, tag: string): Draft {
  if (draft.base.notice.translations?.[tag]) return decided(draft, tag, "drop");
  const { [tag]: _, ...translations } = draft.translations;
  return { ...draft, translations };
}
