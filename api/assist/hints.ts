import type { FromSchema } from "json-schema-to-ts";
import type { hintSchema } from "../../schema/editor-api/proposals.ts";
import { textNames } from "../../schema/notice/texts.ts";
import type { Texts } from "../../schema/notice/translations.ts";
import { printable } from "../../schema/text/text.ts";

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

const letter = String.raw`\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}`;
const host = String.raw`[${letter}\p{Nd}][${letter}\p{Nd}-]{1,62}(?:\.[${letter}\p{Nd}-]{1,63}){0,20}\.[${letter}]{2,63}`;

// Each part has a maximum length, so that no text makes the search slow.
const address = new RegExp(
  [
    `[a-z][a-z0-9+.-]{0,20}://[!-~${letter}]{1,2000}`,
    String.raw`[${letter}\p{Nd}._%+&'-]{1,64}@(?:${host})`,
    `${host}(?:[:/?#][!-~]{0,2000})?`,
    String.raw`\d{1,3}(?:\.\d{1,3}){3}`,
    // A telephone number.
    String.raw`(?:\+|(?<!\d)0)(?!\d[/-]\d\d[/-]\d{4})\d(?:[ ()/-]{0,2}\d){5,18}`,
  ].join("|"),
  "giu",
);

function withoutAddresses(text: string): string {
  return text.normalize("NFKC").replace(address, " ");
}

export function findAddresses(text: string): string[] {
  const found = text.normalize("NFKC").match(address) ?? [];
  // The blanks and strokes of a telephone number vary.
  const alike = (one: string): string => (/\p{L}|\./u.test(one) ? one : one.replace(/[ ()/-]/g, ""));
  return found.map((one) =>
    alike(one)
      .toLowerCase()
      .replace(/[.,;:!?)\]}'"*_~/-]{1,99}$/, ""),
  );
}

/** Writes the digits of any script as 0 to 9. */
function withAsciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => String((digit.codePointAt(0) ?? 0) - zeroOf(digit)));
}

/** The code point of zero in a digit's script: Unicode has digits in rows of ten, from zero to nine. */
function zeroOf(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let first = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return point - ((point - first) % 10);
}

/** Invisible characters, and those that change how others are shown. Joiners stay: many scripts and emoji need them. */
const invisible = /(?!\u200c|\u200d|[\ufe00-\ufe0f])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Removes invisible characters that `given` does not contain: one of them can show 21:00 as 00:21. */
export function withoutInvisible(text: string, given: string): string {
  return text.replace(invisible, (found) => (given.includes(found) ? found : ""));
}
