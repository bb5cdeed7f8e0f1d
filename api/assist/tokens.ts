import { type Text, textNames } from "../../schema/notice/texts.ts";
import { showValue } from "../../schema/text/show-value.ts";
import type { Texts } from "../../schema/words/written-texts.ts";
import { findAddresses, type Span } from "./addresses.ts";
import { digitValue } from "./checks/digits.ts";
import { findNewDomain } from "./new-domains.ts";

/** What a token stands for, under its number less one. */
export interface Hidden {
  value: string;
  /** The text that it must come back in; undefined if any will do. */
  field: Text | undefined;
  /** Whether it stands beside what would make another address of it, in the given text already. */
  isTouched: boolean;
}

export interface Tokenized {
  texts: Texts;
  hidden: Hidden[];
}

const brackets = /[⟦⟧]+/gu;
const token = /⟦[\s\p{Cf}]{0,9}(\p{Nd}{1,4})[\s\p{Cf}]{0,9}⟧/gu;

/**
 * Puts a numbered token such as `⟦1⟧` in the place of each address. A bracket of a token that is in the text itself is
 * hidden the same way, so that nothing a person writes can look like one.
 */
export function hideAddresses(texts: Texts): Tokenized {
  const hidden: Hidden[] = [];
  const hide = (field: Text, text: string): string =>
    replaceSpans(text, spansIn(text), (value, before, after) => {
      hidden.push({ value, field, isTouched: touches(before, after) });
      return `⟦${hidden.length}⟧`;
    });
  return { texts: mapTexts(texts, hide), hidden };
}

/** The same for a brief: each address has one token, however often it is named, and may come back in any text. */
export function hideInBrief(brief: string): { brief: string; hidden: Hidden[] } {
  const hidden: Hidden[] = [];
  const hiddenBrief = replaceSpans(brief, spansIn(brief), (value) => {
    const known = hidden.findIndex((other) => other.value === value);
    if (known < 0) hidden.push({ value, field: undefined, isTouched: false });
    return `⟦${known < 0 ? hidden.length : known + 1}⟧`;
  });
  return { brief: hiddenBrief, hidden };
}

/**
 * What a model's texts say with the addresses in them again, or what is wrong with their addresses, in a sentence. `given`
 * is all that a person wrote.
 */
export function restoreAddresses(
  texts: Texts,
  hidden: Hidden[],
  given: string,
): { texts: Texts } | { fault: string } {
  const counts = hidden.map((): Partial<Record<Text, number>> => ({}));
  for (const field of textNames) {
    const text = texts[field];
    if (text === undefined) continue;
    const fault = foreignIn(field, text, hidden, given) ?? touchedIn(field, text, hidden);
    if (fault) return { fault };
    for (const number of numbersIn(text)) {
      const count = counts[number - 1];
      if (count) count[field] = (count[field] ?? 0) + 1;
    }
  }
  const fault = hidden
    .map(({ field }, index) => countFault(index + 1, field, counts[index] ?? {}))
    .find(Boolean);
  if (fault) return { fault };
  const restore = (_field: Text, text: string): string =>
    text.replace(token, (_found, number: string) => hidden[digitValue(number) - 1]?.value ?? "");
  return { texts: mapTexts(texts, restore) };
}

function foreignIn(field: Text, text: string, hidden: Hidden[], given: string): string | undefined {
  const unknown = numbersIn(text).find((number) => hidden[number - 1] === undefined);
  if (unknown !== undefined) return `"${field}" contains ⟦${unknown}⟧, which was not given: leave it out.`;
  const rest = text.replace(token, " ");
  if (/[⟦⟧]/u.test(rest))
    return `"${field}" contains ⟦ or ⟧ outside a token such as ⟦1⟧: write each token as it was given, and no other.`;
  const foreign = looks.map((look) => findForeign(look(rest), look(given))).find(Boolean);
  return (
    foreign && `"${field}" contains the address ${showValue(foreign)}, which was not given: leave it out.`
  );
}

/**
 * A text as it is seen, and as it is seen without what is drawn on its letters: what is invisible, wide, underlined, or
 * read as a dot by browsers would hide an address from us, and not from who reads it.
 */
const looks = [
  (text: string) => withDots(text.normalize("NFKC").replace(/\p{DI}/gu, "")),
  (text: string) => withDots(text.normalize("NFKD").replace(/[\p{DI}\p{M}]/gu, "")),
];

/** A text with a dot in place of the full stop of Chinese and Japanese; where a sentence may begin behind it, it is none. */
function withDots(text: string): string {
  return text.replace(/(?<=[A-Za-z0-9])。(?=[A-Za-z])|。(?=\p{Ll})/gu, ".");
}

function findForeign(text: string, given: string): string | undefined {
  const [first] = findAddresses(text);
  return first ? text.slice(first.start, first.end) : findNewDomain(text, given);
}

function touchedIn(field: Text, text: string, hidden: Hidden[]): string | undefined {
  const seen = text.replace(/[\p{DI}\p{M}]/gu, "");
  const touched = [...seen.matchAll(token)].find(({ 0: found, 1: number = "", index }) => {
    const { value = "", isTouched = false } = hidden[digitValue(number) - 1] ?? {};
    const [before, after] = aroundOf(seen, { start: index, end: index + found.length });
    return !/^[⟦⟧]/u.test(value) && !isTouched && touches(before, after);
  });
  return (
    touched &&
    `"${field}" makes another address of ${touched[0]} by what stands right beside it: put a space or a mark between them.`
  );
}

function countFault(
  number: number,
  field: Text | undefined,
  counts: Partial<Record<Text, number>>,
): string | undefined {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const where = field ? `in "${field}"` : `in one of the texts`;
  const found = total === 0 ? "missing" : total > 1 ? `there ${total} times` : "in another text";
  const isRight = total === 1 && (field === undefined || counts[field] === 1);
  return isRight ? undefined : `⟦${number}⟧ is ${found}: it must stand exactly once ${where}.`;
}

/** Letters that a word beside an address has in common with addresses: their scripts write spaces between words. */
const letters = String.raw`\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}`;
const touchedBefore = new RegExp(
  String.raw`(?:[${letters}\p{Nd}@/\\_~%&=#+]|[${letters}\p{Nd}][-!$*]|[\p{L}\p{Nd}]\.)$`,
  "u",
);
// After a full stop of Chinese or Japanese, a capital begins a sentence.
const touchedAfter = new RegExp(
  String.raw`^(?:[${letters}\p{Nd}@/\\_~%&=#+⟦]|[-!$*;,][${letters}\p{Nd}]|[.?][\p{L}\p{Nd}⟦]|:\p{Nd}|。(?=\p{Ll})[${letters}])`,
  "u",
);

/** Whether what stands right before and after an address would be read as part of it. */
function touches(before: string, after: string): boolean {
  return touchedBefore.test(asDots(before)) || touchedAfter.test(asDots(after));
}

/** Browsers read each of these as the dot in a domain. */
function asDots(text: string): string {
  return text.replace(/[．﹒․]/gu, ".").replace(/｡/gu, "。");
}

function numbersIn(text: string): number[] {
  return [...text.matchAll(token)].map(([, number = ""]) => digitValue(number));
}

function spansIn(text: string): Span[] {
  const own = [...text.matchAll(brackets)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
  return [...findAddresses(text), ...own].sort((one, other) => one.start - other.start);
}

function replaceSpans(
  text: string,
  spans: Span[],
  replace: (value: string, before: string, after: string) => string,
): string {
  let rest = 0;
  const parts = spans.map((span) => {
    const kept = text.slice(rest, span.start);
    rest = span.end;
    return kept + replace(text.slice(span.start, span.end), ...aroundOf(text, span));
  });
  return [...parts, text.slice(rest)].join("");
}

function aroundOf(text: string, { start, end }: Span): [before: string, after: string] {
  return [text.slice(Math.max(0, start - 4), start), text.slice(end, end + 4)];
}

/** Texts with each of them changed. */
export function mapTexts(texts: Texts, map: (field: Text, text: string) => string): Texts {
  const written = textNames.filter((field) => texts[field] !== undefined);
  return Object.fromEntries(written.map((field) => [field, map(field, texts[field] ?? "")]));
}
