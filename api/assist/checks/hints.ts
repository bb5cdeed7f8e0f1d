import type { FromSchema } from "json-schema-to-ts";
import type { hintSchema } from "../../../schema/editor-api/proposals.ts";
import { textNames } from "../../../schema/notice/texts.ts";
import { printable } from "../../../schema/text/text.ts";
import type { Texts } from "../../../schema/words/written-texts.ts";
import { findAddresses, withoutAddresses } from "./addresses.ts";
import { withAsciiDigits } from "./digits.ts";

/** What a person should look at in a proposal, which may be right all the same. */
export type Hint = FromSchema<typeof hintSchema>;

/** A number with separators (a space only before three digits), or a clock time such as 21 h 30 or 9 p.m. */
const written = /\d+(?:[.,:٫٬'’]\d+| \d{3}(?!\d)| ?h ?\d\d(?!\d))*(?: ?[ap]\.? ?m\b)?/gi;

const isGroup = (digits: string): boolean => digits.length === 3;
const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, "");

/** What a person should check in what a model wrote: the numbers and times that only one of two texts has, and lost addresses. */
export function hintsOf(given: Texts, proposed: Texts): Hint[] {
  return textNames.flatMap((field) => {
    const [own, other] = [given[field], proposed[field]];
    if (own === undefined || other === undefined) return [];
    const kept = findAddresses(other);
    const lostAddresses = findAddresses(own).filter((address) => !kept.includes(address));
    const [before, after] = [findNumbers(own), findNumbers(other)];
    const what = describe([...onlyIn(before, after), ...lostAddresses], onlyIn(after, before));
    const subject = field === "expectedReturn" ? "expected return" : field;
    return what === undefined ? [] : [{ field, detail: printable(`The ${subject} ${what}.`) }];
  });
}

function onlyIn(one: Map<string, string>, other: Map<string, string>): string[] {
  return [...one].filter(([value]) => !other.has(value)).map(([, shown]) => shown);
}

function describe(lost: string[], added: string[]): string | undefined {
  if (added.length === 0) return lost.length === 0 ? undefined : `lacks ${listed(lost)}`;
  return `has ${listed(added)}${lost.length === 0 ? ", which was not given" : ` in place of ${listed(lost)}`}`;
}

const listed = (values: string[]): string => new Intl.ListFormat("en").format(values);

/** The numbers and times in a text: from a form that is the same in every language to the form in the text. */
function findNumbers(text: string): Map<string, string> {
  const found = withAsciiDigits(withoutAddresses(text)).match(written) ?? [];
  return new Map(
    found.flatMap((one) =>
      formsOf(one).map((form, _, { length }) => [form, length > 1 ? form : one] as const),
    ),
  );
}

/** The common form of a number or time: 1,000 equals 1.000, and 21:30 equals 9:30 pm. A date in figures has several. */
function formsOf(found: string): string[] {
  const [first = "", ...more] = found.match(/\d+/g) ?? [];
  const last = more.pop() ?? "";
  if (!more.every(isGroup)) return [first, ...more, last].map(withoutZeros);
  const half = /p\W*m$/i.test(found) ? 12 : 0;
  const whole = /m$/i.test(found)
    ? String((Number(first) % 12) + half)
    : withoutZeros([first, ...more].join(""));
  if (last === "" || isGroup(last)) return [withoutZeros(whole + last)];
  if (more.length > 0 || !/^[0-5]\d$/.test(last) || Number(first) > 24) return [`${whole}.${last}`];
  return [last === "00" ? whole : `${whole}:${last}`];
}
