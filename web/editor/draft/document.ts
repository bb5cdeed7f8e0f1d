import type { Fault } from "../../../schema/errors/fault.ts";
import type { Change } from "../../../schema/notice/difference.ts";
import { normalizeText } from "../../../schema/notice/normalize.ts";
import type { Notice, Translation } from "../../../schema/notice/notice.ts";
import type { Text } from "../../../schema/notice/texts.ts";
import { changesBetween } from "../difference/changes-between.ts";
import { type Draft, type DraftTexts, noTexts } from "./draft.ts";
import { faultsInWords } from "./faults-in-words.ts";
import { ownValuesOf } from "./own-values.ts";
import { returnValueOf } from "./return-value.ts";
import { textsToTranslate, translationStatusOf, undecidedTags } from "./translation-status.ts";

/**
 * The document that a draft would publish; it is a notice once it has no fault. An undecided translation stays as it
 * was, or is left out if it lacks a text.
 */
export function documentOf(draft: Draft): Notice {
  const names = textsToTranslate(draft);
  const decided = Object.keys(draft.translations).filter((tag) =>
    ["stands", "kept"].includes(translationStatusOf(draft, tag)),
  );
  const written = decided.map((tag) => [tag, textsIn(draft.translations[tag] ?? noTexts, names)]);
  const left = undecidedTags(draft)
    .map((tag) => [tag, textsIn({ ...noTexts, ...draft.base.notice.translations?.[tag] }, names)] as const)
    .filter(([, texts]) => Object.values(texts).every((text) => text !== ""));
  return withTranslations(ownValuesOf(draft), [...written, ...left]);
}

/** The notice of a draft so far. Undecided translations stay as they were. */
export function mineOf(draft: Draft): Notice {
  const { translations = {}, ...own } = documentOf(draft);
  const { translations: before } = draft.base.notice;
  const untouched = undecidedTags(draft).map((tag) => [tag, before?.[tag]]);
  return withTranslations(own, [...Object.entries(translations), ...untouched]);
}

function textsIn(texts: DraftTexts, names: Text[]): Translation {
  return Object.fromEntries(names.map((name) => [name, normalizeText(texts[name], name)]));
}

function withTranslations(own: Omit<Notice, "translations">, translations: (readonly unknown[])[]): Notice {
  if (translations.length === 0) return own;
  return { ...own, translations: Object.fromEntries(translations) };
}

/** Every fault of a draft: those of the schema, and typed words that are refused. */
export function faultsOf(draft: Draft): Fault[] {
  const { value = "", fault } = returnValueOf(draft.expectedReturn);
  const document = documentOf(draft);
  const { kind, refused } = draft.expectedReturn;
  const isRefused = kind === "words" && value !== draft.base.notice.expectedReturn;
  return [
    ...(fault ? [fault] : []),
    ...(isRefused && refused !== undefined ? [{ pointer: "#/expectedReturn", detail: refused }] : []),
    ...faultsInWords(document),
  ];
}

/** The changes of a draft from its base. Undecided translations are no change yet. */
export function changesOf(draft: Draft): Change[] {
  return changesBetween(draft.base.notice, mineOf(draft));
}
