import { readExpectedReturn } from "../../../schema/notice/expected-return.ts";
import type { Field, Notice } from "../../../schema/notice/notice.ts";
import type { Text } from "../../../schema/notice/texts.ts";
import { wallTimeOf } from "../../../schema/time/local-time.ts";
import type { Base } from "../client/client.ts";

/** What has been typed for the texts of a language; an empty one stands for none. */
export type DraftTexts = { readonly [T in Text]: string };

/** What has been typed and chosen for the expected return: what is not chosen is kept, too. */
export interface DraftReturn {
  kind: "none" | "words" | "time";
  words: string;
  /** The time that the words are, in RFC 3339, if they are nothing but one and say its zone. */
  understood?: string;
  /**
   * The time that was probably meant, in RFC 3339, if the words are nothing but one and do not say which: they are refused
   * until they are changed, or to be published as written. Empty if none suggests itself.
   */
  meant?: string;
  date: string;
  clock: string;
  zone: string;
  /** Which one is meant where the clocks show a time twice. */
  occurrence?: "first" | "second";
  /** The time, to the second, that date and clock were filled in from; gone once one of them is typed. */
  exact?: string;
}

/** What is to become of a translation whose notice's own words have changed. */
export type Decision = "keep" | "drop";

/** The fields of a notice that are typed as they are. */
export type TypedField = Exclude<Field, "isEnabled" | "expectedReturn" | "translations">;

/** Everything that a person has typed since a revision, even values that the schema refuses. It is plain JSON. */
export interface Draft extends Record<TypedField, string> {
  base: Base;
  expectedReturn: DraftReturn;
  translations: Readonly<Record<string, DraftTexts>>;
  decisions: Readonly<Record<string, Decision>>;
}

export const noTexts: DraftTexts = { title: "", message: "", expectedReturn: "" };

/** The texts of a language in a draft: until they are typed, those of the revision that it was made from. */
export function textsOf({ translations, base }: Draft, tag: string): DraftTexts {
  return translations[tag] ?? { ...noTexts, ...base.notice.translations?.[tag] };
}

/** A draft in which nothing has been changed yet, its expected return in a time zone. */
export function draftOf(base: Base, zone: string): Draft {
  const { title, message = "", contactEmail, language = "", expectedReturn, translations = {} } = base.notice;
  return {
    base,
    title,
    message,
    contactEmail,
    language,
    expectedReturn: returnOf(expectedReturn, zone),
    translations: Object.fromEntries(
      Object.entries(translations).map(([tag, texts]) => [tag, { ...noTexts, ...texts }]),
    ),
    decisions: {},
  };
}

function returnOf(value: string | undefined, zone: string): DraftReturn {
  const empty = { words: "", date: "", clock: "", zone };
  if (value === undefined) return { kind: "none", ...empty };
  const expected = readExpectedReturn(value);
  if (expected.kind === "text") return { kind: "words", ...empty, words: value };
  return { kind: "time", ...empty, ...wallTimeOf(expected.time.getTime(), zone), exact: value };
}

/**
 * A draft that makes another notice of a revision: one of the history, whose translations are of its own words, or one put
 * together of two, with what was decided about those.
 */
export function draftFrom(
  notice: Notice,
  base: Base,
  zone: string,
  decisions: Draft["decisions"] = decidedFor(notice, "keep"),
): Draft {
  return { ...draftOf({ ...base, notice }, zone), base, decisions };
}

/** The same decision about every translation of a notice. */
export function decidedFor(notice: Notice, decision: Decision): Draft["decisions"] {
  const tags = Object.keys(notice.translations ?? {});
  return Object.fromEntries(tags.map((tag) => [tag, decision]));
}

/** Whether anything has been typed or chosen. */
export function isTouched(draft: Draft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(draftOf(draft.base, draft.expectedReturn.zone));
}
