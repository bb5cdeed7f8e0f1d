import { siblings } from "../../../schema/languages/siblings.ts";
import { type Text, textNames } from "../../../schema/notice/texts.ts";
import { printable } from "../../../schema/text/printable.ts";
import type { Texts } from "../../../schema/words/written-texts.ts";
import { withoutAddresses } from "../addresses.ts";
import type { Hint, Languages } from "../proposal.ts";
import { withAsciiDigits } from "./digits.ts";
import { findNames } from "./names.ts";

/** A number with separators (a space only before three digits), or a clock time such as 21 h 30 or 9 p.m. */
const written = /\d+(?:[.,:٫٬'’]\d+| \d{3}(?!\d)| ?h ?\d\d(?!\d))*(?: ?[ap]\.? ?m\b)?/gi;

const isGroup = (digits: string): boolean => digits.length === 3;
const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, "");

/** What a person should check in a translation, although it may be right. */
export function hintsOfTranslation(given: Texts, proposed: Texts, languages: Languages): Hint[] {
  return textNames.flatMap((field) => {
    const [own, other] = [given[field], proposed[field]];
    if (own === undefined || other === undefined) return [];
    const { names, rests } = compareNames(withoutAddresses(own), withoutAddresses(other), languages);
    return [
      ...hint("numbers", field, sentenceOf("number", compare(...rests.map(findNumbers)))),
      ...hint("names", field, sentenceOf("name", names)),
      ...hint("unchanged", field, isUnchanged(own, other, languages) ? "came back unchanged" : undefined),
    ];
  });
}

/** What a person should check in a draft: numbers that the brief lacks, and numbers of the brief that no text has. */
export function hintsOfDraft(brief: string, proposed: Texts): Hint[] {
  const given = findNumbers(withoutAddresses(brief));
  const fields = textNames.filter((field) => proposed[field] !== undefined);
  const numbers = fields.map((field) => findNumbers(withoutAddresses(proposed[field] ?? "")));
  const { lost } = compare(given, new Map(numbers.flatMap((found) => [...found])));
  return fields.flatMap((field, index) => {
    const { added } = compare(given, numbers[index]);
    const isLast = index === fields.length - 1;
    return hint("numbers", field, sentenceOf("number", { added, lost: isLast ? lost : [] }));
  });
}

/** The entries that only one of two texts has. */
function compare(given = new Map<string, string>(), proposed = new Map<string, string>()) {
  const only = (one: Map<string, string>, other: Map<string, string>): string[] =>
    [...one].filter(([key]) => !other.has(key)).map(([, shown]) => shown);
  return { lost: only(given, proposed), added: only(proposed, given) };
}

/** Compares days and months if both languages are known. `rests`: both texts without the names that contain digits. */
function compareNames(given: string, proposed: string, { from, to }: Languages) {
  if (from === undefined || to === undefined)
    return { names: { lost: [], added: [] }, rests: [given, proposed] };
  const [own, other] = [findNames(given, from), findNames(proposed, to)];
  const lost = [...own.sure].filter((name) => !other.possible.has(name));
  const added = [...other.sure].filter((name) => !own.possible.has(name));
  return { names: { lost, added }, rests: [own.rest, other.rest] };
}

function sentenceOf(name: string, { lost, added }: ReturnType<typeof compare>): string | undefined {
  const things = (values: string[]): string => `the ${name}${values.length > 1 ? "s" : ""} ${listed(values)}`;
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

/** Whether a text too long for a name came back unchanged. The two kinds of Portuguese may share a text. */
function isUnchanged(given: string, proposed: string, { from, to }: Languages): boolean {
  if (from !== undefined && to !== undefined && (from === to || siblings[from]?.tag === to)) return false;
  const words = wordsIn(given);
  const isLong = words.length > 12 && (words.includes(" ") || !/^\p{Script=Latin}+$/u.test(words));
  return isLong && words === wordsIn(proposed);
}

const wordsIn = (text: string): string =>
  (
    withoutAddresses(text)
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? []
  ).join(" ");

function hint(check: Hint["check"], field: Text, detail: string | undefined): Hint[] {
  const subject = field === "expectedReturn" ? "expected return" : field;
  return detail === undefined ? [] : [{ check, field, detail: printable(`The ${subject} ${detail}.`) }];
}

/** The numbers and times in a text: from a form that is the same in every language to the form in the text. */
function findNumbers(text: string): Map<string, string> {
  const found = withAsciiDigits(text.normalize("NFKC")).match(written) ?? [];
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
