import { type Text, textNames } from "../../../schema/notice/texts.ts";
import { printable } from "../../../schema/text/printable.ts";
import type { Texts } from "../../../schema/words/written-texts.ts";
import type { Hint } from "../proposal.ts";
import { findAddresses, withoutAddresses } from "./addresses.ts";
import { withAsciiDigits } from "./digits.ts";

/** A number with separators (a space only before three digits), or a clock time such as 21 h 30 or 9 p.m. */
const written = /\d+(?:[.,:٫٬'’]\d+| \d{3}(?!\d)| ?h ?\d\d(?!\d))*(?: ?[ap]\.? ?m\b)?/gi;

const isGroup = (digits: string): boolean => digits.length === 3;
const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, "");

/** What a person should check in what a model wrote: numbers, times and addresses that only one of two texts has. */
export function hintsOf(given: Texts, proposed: Texts): Hint[] {
  return textNames.flatMap((field) => {
    const [own, other] = [given[field], proposed[field]];
    if (own === undefined || other === undefined) return [];
    const kept = new Set(findAddresses(other));
    const lost = findAddresses(own).filter((address) => !kept.has(address));
    return [
      ...hint("numbers", field, sentenceOf("number", compare(findNumbers(own), findNumbers(other)))),
      ...hint("addresses", field, lost.length > 0 ? sentenceOf("address", { lost, added: [] }) : undefined),
    ];
  });
}

/** The entries that only one of two texts has. */
function compare(given: Map<string, string>, proposed: Map<string, string>) {
  const only = (one: Map<string, string>, other: Map<string, string>): string[] =>
    [...one].filter(([key]) => !other.has(key)).map(([, shown]) => shown);
  return { lost: only(given, proposed), added: only(proposed, given) };
}

function sentenceOf(name: string, { lost, added }: ReturnType<typeof compare>): string | undefined {
  const plural = name.endsWith("s") ? `${name}es` : `${name}s`;
  const things = (values: string[]): string => `the ${values.length > 1 ? plural : name} ${listed(values)}`;
  if (lost.length > 0 && added.length > 0) return `has ${things(added)} in place of ${listed(lost)}`;
  if (lost.length > 0) return `lacks ${things(lost)}`;
  const given = added.length > 1 ? "were not given" : "was not given";
  return added.length > 0 ? `has ${things(added)}, which ${given}` : undefined;
}

/** Lists at most eight values, and counts the others. */
function listed(values: string[]): string {
  const more = values.length > 8 ? [`${values.length - 8} more`] : [];
  return new Intl.ListFormat("en").format([...values.slice(0, 8), ...more]);
}

function hint(check: Hint["check"], field: Text, detail: string | undefined): Hint[] {
  const subject = field === "expectedReturn" ? "expected return" : field;
  return detail === undefined ? [] : [{ check, field, detail: printable(`The ${subject} ${detail}.`) }];
}

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
