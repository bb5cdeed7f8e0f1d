import { readExpectedReturn } from "../../../schema/notice/expected-return.ts";
import type { Field, Notice } from "../../../schema/notice/notice.ts";
import type { Text } from "../../../schema/notice/texts.ts";
import { wallTimeOf } from "../../../schema/time/local-time.ts";
import type { Base } from "../client/client.ts";

/** The typed texts of a language; empty if absent. */
export type DraftTexts = { readonly [T in Text]: string };

/** The typed and chosen expected return. It also keeps what is not chosen. */
export interface DraftReturn {
  kind: "none" | "words" | "time";
  words: string;
  /** The time in RFC 3339, if the words are one. */
  understood?: string;
  /** Why the words are refused, until they are changed or are to be published as written. */
  refused?: string;
  date: string;
  clock: string;
  zone: string;
  /** Which time is meant, if the clocks show it twice. */
  occurrence?: "first" | "second";
  /** The exact time from which date and clock were filled in; absent once one of them is typed. */
  exact?: string;
}

/** What happens to a translation if the notice's own words have changed. */
export type Decision = "keep" | "drop";

/** The fields whose typed text is the value. */
export type TypedField = Exclude<Field, "isEnabled" | "expectedReturn" | "translations">;

/** Everything that a person has typed since a revision, even values that the schema refuses. It is plain JSON. */
export interface Draft extends Record<TypedField, string> {
  base: Base;
  expectedReturn: DraftReturn;
  translations: Readonly<Record<string, DraftTexts>>;
  decisions: Readonly<Record<string, Decision>>;
}

export const noTexts: DraftTexts = { title: "", message: "", expectedReturn: "" };

/** The texts of a language in a draft; those of the base until they are typed. */
export function textsOf({ translations, base }: Draft, tag: string): DraftTexts {
  return translations[tag] ?? { ...noTexts, ...base.notice.translations?.[tag] };
}

/** An unchanged draft, its expected return in a time zone. */
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
 * A draft that changes its base to another notice: one of the history, whose translations fit its own words, or one
 * merged from two, with the decisions about its translations.
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
