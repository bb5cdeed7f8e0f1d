import type { Fault } from "../../../schema/errors/fault.ts";
import { type Change, difference } from "../../../schema/notice/difference.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { findImpossibleReturn } from "../../../schema/words/typed-return/in-words.ts";
import { type Draft, noTexts } from "./draft.ts";
import { faultInWords, faultsInWords } from "./faults-in-words.ts";
import { ownValuesOf } from "./own-values.ts";
import { returnValueOf } from "./return-value.ts";
import { textsToTranslate, translationStatusOf } from "./translation-status.ts";

/** The document that a draft would publish; it is a notice once it has no fault. */
export function documentOf(draft: Draft): Notice {
  const names = textsToTranslate(draft);
  const kept = Object.keys(draft.translations).filter((tag) =>
    ["stands", "kept"].includes(translationStatusOf(draft, tag)),
  );
  const own = ownValuesOf(draft);
  if (kept.length === 0 || names.length === 0) return own;
  const textsIn = (tag: string) => {
    const texts = draft.translations[tag] ?? noTexts;
    return Object.fromEntries(names.map((name) => [name, texts[name].normalize("NFC")]));
  };
  return { ...own, translations: Object.fromEntries(kept.map((tag) => [tag, textsIn(tag)])) };
}

/** Everything that is wrong with a draft: what the schema refuses, and a time that does not exist, typed or chosen. */
export function faultsOf(draft: Draft): Fault[] {
  const { fault } = returnValueOf(draft.expectedReturn);
  const document = documentOf(draft);
  const impossible = findImpossibleReturn(document, draft.base.notice);
  return [
    ...(fault ? [fault] : []),
    ...impossible.map((one) => ({ ...one, detail: faultInWords(one) })),
    ...faultsInWords(document),
  ];
}

/** What a draft changes in the revision that it was made from. */
export function changesOf(draft: Draft): Change[] {
  return difference(draft.base.notice, documentOf(draft));
}
