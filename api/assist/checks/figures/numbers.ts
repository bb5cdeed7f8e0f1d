import type { LanguageTag } from "../../../../schema/languages/tags.ts";
import type { Figure } from "./figure.ts";
import { multipliersIn } from "./multipliers.ts";

/** Digits with marks or a space of three digits between them; what is no digit but a number, such as ½, alone. */
const number = /\d+(?:(?:[.,٫٬'’]|[ \u00a0\u2009\u202f](?=\d{3}(?!\d)))\d+)*|\p{No}/gu;
/** Groups of three, with one mark between all of them, and after another mark a fraction. */
const grouped = /^((?!0)\d{1,3}([.,٬'’ \u00a0\u2009\u202f])\d{3}(?:\2\d{3})*)(?:(?!\2)[.,٫](\d+))?$/u;
/** As numbers are grouped in India: 1,00,000. */
const groupedInIndia = /^((?!0)\d{1,2}(,)\d\d(?:,\d\d)*,\d{3})(?:\.(\d+))?$/;
const decimal = /^(\d+)[.,٫](\d+)$/u;

/** The numbers in a plain text, in any grouping; what is neither grouped nor a decimal, such as a date, is several. */
export function findNumbers(text: string, language: LanguageTag | undefined): Figure[] {
  const multiplierAfter = multipliersIn(language);
  return [...text.matchAll(number)].flatMap(({ 0: raw, index }): Figure[] => {
    const readings = readingsOf(raw, language);
    const end = index + raw.length;
    const multiplier = readings && multiplierAfter(text.slice(end, end + 32));
    if (multiplier) {
      const whole = text.slice(index, end + multiplier.length);
      const product = multiplied(readings, multiplier.factors);
      // Where nobody has said the language, the word may be another.
      const all = language === undefined ? [...readings, ...product] : product;
      return [{ kind: "number", raw: whole, readings: all, start: index, end: index + whole.length }];
    }
    if (readings) return [{ kind: "number", raw, readings, start: index, end }];
    return [...raw.matchAll(/\d+/g)].map(({ 0: part, index: at }) => ({
      kind: "number",
      raw: part,
      readings: wholeOf(part),
      start: index + at,
      end: index + at + part.length,
    }));
  });
}

function readingsOf(raw: string, language: LanguageTag | undefined): string[] | undefined {
  if (/^\d+$/.test(raw)) return wholeOf(raw);
  if (/^\p{No}$/u.test(raw)) return [`n:${raw}`];
  const [, whole, fraction] = decimal.exec(raw) ?? [];
  const asDecimal = whole === undefined ? [] : [`n:${whole}.${fraction}`];
  const groups = grouped.exec(raw) ?? groupedInIndia.exec(raw);
  if (groups === null) return whole === undefined ? undefined : asDecimal;
  const [, digits = "", , after] = groups;
  const value = integer(digits.replace(/\D/g, "")) + (after === undefined ? "" : `.${after}`);
  // Three digits after the language's own decimal mark may be a fraction.
  const isFraction = language === undefined || raw.includes(decimalMarkOf(language));
  return isFraction ? [value, ...asDecimal] : [value];
}

function multiplied(readings: string[], factors: number[]): string[] {
  const values = readings.filter((reading) => /^n:[\d.]{1,15}$/.test(reading));
  return values.flatMap((value) =>
    factors.map((factor) => `n:${Number((Number(value.slice(2)) * factor).toPrecision(15))}`),
  );
}

/** A whole number, which may be an hour. */
function wholeOf(digits: string): string[] {
  const hour = digits.length < 3 && Number(digits) < 25 ? [`m:${Number(digits)}`] : [];
  return [integer(digits), ...hour];
}

function integer(digits: string): string {
  return `n:${digits.replace(/^0+(?=\d)/, "")}`;
}

const marks = new Map<LanguageTag, string>();

function decimalMarkOf(language: LanguageTag): string {
  const mark = marks.get(language) ?? readDecimalMark(language);
  marks.set(language, mark);
  return mark;
}

function readDecimalMark(language: LanguageTag): string {
  const parts = new Intl.NumberFormat(language, { numberingSystem: "latn" }).formatToParts(1.5);
  return parts.find(({ type }) => type === "decimal")?.value ?? ".";
}
