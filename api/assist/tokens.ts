import { type Text, textNames } from "../../schema/notice/texts.ts";
import { showValue } from "../../schema/text/show-value.ts";
import type { Texts } from "../../schema/words/written-texts.ts";
import { findNewAddress, replaceAddresses } from "./addresses.ts";
import { digitValue } from "./checks/digits.ts";

/** The address that a token stands for: token 1 is at index 0. */
export interface Hidden {
  value: string;
  /** The text that it must come back in; undefined for any text. */
  field: Text | undefined;
}

const token = /⟦[\s\p{Cf}]{0,9}(\p{Nd}{1,4})[\s\p{Cf}]{0,9}⟧/gu;

/** Keeps text by a person from looking like a token. */
const withoutBrackets = (text: string): string => text.replaceAll("⟦", "[").replaceAll("⟧", "]");

/** Replaces each address by a numbered token such as `⟦1⟧`. */
export function hideAddresses(texts: Texts): { texts: Texts; hidden: Hidden[] } {
  const hidden: Hidden[] = [];
  const hide = (field: Text, text: string): string =>
    replaceAddresses(withoutBrackets(text), (value) => `⟦${hidden.push({ value, field })}⟧`);
  return { texts: mapTexts(texts, hide), hidden };
}

/** The same for a brief: an address has one token, however often it occurs, and may come back in any text. */
export function hideInBrief(brief: string): { brief: string; hidden: Hidden[] } {
  const hidden: Hidden[] = [];
  const hiddenBrief = replaceAddresses(withoutBrackets(brief), (value) => {
    const known = hidden.findIndex((other) => other.value === value) + 1;
    return `⟦${known || hidden.push({ value, field: undefined })}⟧`;
  });
  return { brief: hiddenBrief, hidden };
}

/**
 * Puts the addresses back into a model's texts, or says in a sentence what is wrong with them. `given` has all texts by
 * a person.
 */
export function restoreAddresses(
  texts: Texts,
  hidden: Hidden[],
  given: string,
): { texts: Texts } | { fault: string } {
  const fieldsOf = (number: number): Text[] =>
    textNames.flatMap((field) =>
      numbersIn(texts[field] ?? "").flatMap((one) => (one === number ? field : [])),
    );
  const fault =
    textNames.map((field) => faultIn(field, texts[field] ?? "", hidden, given)).find(Boolean) ??
    hidden.map(({ field }, index) => countFault(index + 1, field, fieldsOf(index + 1))).find(Boolean);
  if (fault) return { fault };
  const restore = (_field: Text, text: string): string =>
    text.replace(token, (_found, number: string) => hidden[digitValue(number) - 1]?.value ?? "");
  return { texts: mapTexts(texts, restore) };
}

/** Characters that would be read as part of an address beside them: their scripts write spaces between words. */
const letters = String.raw`\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}@/\\_~%&=#+`;
/** A token right beside such a character. */
const touched = new RegExp(
  `[${letters}][-.!$*]?(${token.source})|(${token.source})[-.,:;!?$*]?[${letters}⟦]`,
  "u",
);

function faultIn(field: Text, text: string, hidden: Hidden[], given: string): string | undefined {
  const unknown = numbersIn(text).find((number) => hidden[number - 1] === undefined);
  if (unknown !== undefined) return `"${field}" contains ⟦${unknown}⟧, which was not given: leave it out.`;
  const rest = text.replace(token, " ");
  if (/[⟦⟧]/u.test(rest))
    return `"${field}" contains ⟦ or ⟧ outside a token such as ⟦1⟧: write each token as it was given, and no other.`;
  const foreign = findNewAddress(rest, given);
  if (foreign)
    return `"${field}" contains the address ${showValue(foreign)}, which was not given: leave it out.`;
  const [, before, , after] = touched.exec(text.normalize("NFKC")) ?? [];
  const one = before ?? after;
  return (
    one &&
    `"${field}" makes another address of ${one} by what stands right beside it: put a space or a mark between them.`
  );
}

function countFault(number: number, field: Text | undefined, found: Text[]): string | undefined {
  if (found.length === 1 && (field === undefined || found[0] === field)) return undefined;
  const where = field ? `in "${field}"` : `in one of the texts`;
  const what = ["missing", "in another text"][found.length] ?? `there ${found.length} times`;
  return `⟦${number}⟧ is ${what}: it must stand exactly once ${where}.`;
}

function numbersIn(text: string): number[] {
  return [...text.matchAll(token)].map(([, number = ""]) => digitValue(number));
}

/** Changes each of the texts. */
export function mapTexts(texts: Texts, map: (field: Text, text: string) => string): Texts {
  const written = textNames.filter((field) => texts[field] !== undefined);
  return Object.fromEntries(written.map((field) => [field, map(field, texts[field] ?? "")]));
}
