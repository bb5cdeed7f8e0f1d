import type { Fault } from "../../../schema/errors/fault.ts";
import { type Change, difference } from "../../../schema/notice/difference.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { type Draft, noTexts } from "./draft.ts";
import { faultsInWords } from "./faults-in-words.ts";
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

/** Everything that is wrong with a draft: what the schema refuses, and a time that does not exist. */
export function faultsOf(draft: Draft): Fault[] {
  const { fault } = returnValueOf(draft.expectedReturn);
  return [...(fault ? [fault] : []), ...faultsInWords(documentOf(draft))];
}

/** What a draft changes in the revision that it was made from. */
export function changesOf(draft: Draft): Change[] {
  return difference(draft.base.notice, documentOf(draft));
}
