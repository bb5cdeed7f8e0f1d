import type { Fault } from "../../../schema/errors/fault.ts";
import type { Change } from "../../../schema/notice/difference.ts";
import { normalizeText } from "../../../schema/notice/normalize.ts";
import type { Notice, Translation } from "../../../schema/notice/notice.ts";
import type { Text } from "../../../schema/notice/texts.ts";
import { zoneOfIntl } from "../../../schema/time/zones.ts";
import { isImpossible } from "../../../schema/words/typed-return/understand-return.ts";
import { formatTime } from "../../page/date-and-clock.ts";
import { changesBetween } from "../difference/changes-between.ts";
import { texts } from "../texts.ts";
import { type Draft, type DraftReturn, type DraftTexts, noTexts } from "./draft.ts";
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
  return Object.fromEntries(names.map((name) => [name, normalizeText(texts[name])]));
}

function withTranslations(own: Omit<Notice, "translations">, translations: (readonly unknown[])[]): Notice {
  if (translations.length === 0) return own;
  return { ...own, translations: Object.fromEntries(translations) };
}

/** Every fault of a draft: those of the schema, and a time that does not exist, or is not certain. */
export function faultsOf(draft: Draft): Fault[] {
  const { value = "", fault } = returnValueOf(draft.expectedReturn);
  const document = documentOf(draft);
  const isStanding = value === draft.base.notice.expectedReturn;
  const detail = isStanding ? undefined : describeUncertain(value, draft.expectedReturn);
  return [
    ...(fault ? [fault] : []),
    ...(detail ? [{ pointer: "#/expectedReturn", detail }] : []),
    ...faultsInWords(document),
  ];
}

/** Why a value is refused, with the probable time; undefined if it is accepted. */
function describeUncertain(value: string, { kind, meant, zone }: DraftReturn): string | undefined {
  const { impossible, unsure, didYouMean, numbers } = texts.expectedReturn;
  if (isImpossible(value)) return impossible;
  if (kind !== "words" || meant === undefined) return undefined;
  const time = meant && formatTime(new Date(meant), texts.locale, navigator.languages, zoneOfIntl(zone));
  return `${unsure} ${time ? didYouMean(time) : numbers}`;
}

/** The changes of a draft from its base. Undecided translations are no change yet. */
export function changesOf(draft: Draft): Change[] {
  return changesBetween(draft.base.notice, mineOf(draft));
}
