import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { localeOf, locales } from "../../web/locales/locales.ts";
import { relativeTime, timeSince } from "../../web/page/relative-time.ts";
import { formattingTag } from "../../web/page/time.ts";

const [english] = locales;
const [minute, hour, day] = [1, 60, 1440];
const each = locales.map((locale) => [locale.tag, locale] as const);

/** In UTC. 28 hours after the evening is not tomorrow, and 28 hours before the morning is not yesterday. */
const [evening, morning] = [Date.parse("2026-11-21T20:00:00Z"), Date.parse("2026-11-21T04:00:00Z")];
const ahead = (minutes: number, locale = english, now = evening) =>
  relativeTime(new Date(now + minutes * 60_000), now, locale);
const ago = (minutes: number, locale = english, now = evening) =>
  timeSince(new Date(now - minutes * 60_000), now, locale);

/** Amounts that read with a number, in minutes. */
const amounts = [
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85],
  ...[1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9, 10, 11, 29, 30, 31, 32, 33, 34, 35, 36].map((count) => count * hour),
  ...[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14].map((count) => count * day),
];

describe("A time ahead", () => {
  it.each([
    [-5, "in 1 minute"],
    [1.6, "in 2 minutes"],
    [9.4, "in 9 minutes"],
    [9.6, "in about 10 minutes"],
    [87, "in about 85 minutes"],
    [88, "in about 1½ hours"],
    [110, "in about 2 hours"],
    [164, "in about 2½ hours"],
    [165, "in about 3 hours"],
    [36.4 * hour, "in about 36 hours"],
    [36.6 * hour, "in about 2 days"],
    [14.4 * day, "in about 14 days"],
    [14.6 * day, "in about 2 weeks"],
    [59 * day, "in about 8 weeks"],
    [60 * day, "in about 2 months"],
    [714 * day, "in about 23 months"],
    [715 * day, "in about 2 years"],
    [36_524 * day, "in about 100 years"],
  ])("of %d minutes reads %j", (minutes, words) => {
    expect(ahead(minutes)).toBe(words);
  });

  it("never reads longer as it comes nearer", () => {
    const said: string[] = [];
    for (let minutes = 800 * day; minutes >= 0; minutes -= 1 + Math.floor(minutes / 200)) {
      const words = relativeTime(new Date(evening), evening - minutes * 60_000, english) ?? "nothing";
      if (words !== said.at(-1)) said.push(words);
    }
    const [week, month, year] = [7 * day, 30.44 * day, 365.25 * day];
    const lengths: Record<string, number> = { minute, hour, day, week, month, year };
    const inMinutes = (words: string): number => {
      const [, count, unit = ""] = /([\d.]+) ([a-z]+?)s?$/.exec(words.replace("½", ".5")) ?? [];
      return Number(count) * (lengths[unit] ?? Number.NaN);
    };
    expect(said.map(inMinutes)).toEqual(said.map(inMinutes).sort((a, b) => b - a));
    expect(new Set(said).size).toBe(said.length);
    expect(said[0]).toBe("in about 2 years");
    expect(said.at(-1)).toBe("in 1 minute");
  });
});

describe("A time gone by", () => {
  it.each([
    [-5, "1 minute ago"],
    [0.9, "1 minute ago"],
    [5, "5 minutes ago"],
    [12, "about 10 minutes ago"],
    [100, "about 1½ hours ago"],
    [21 * hour, "about 21 hours ago"],
    [15 * day, "about 2 weeks ago"],
  ])("of %d minutes reads %j", (minutes, words) => {
    expect(ago(minutes)).toBe(words);
  });
});

describe("The words for a time ahead and a time gone by", () => {
  const [months, years] = [7 * 30.44 * day, 2 * 365.25 * day];
  const aheads = [1, 2, 5, 12, 90, 2 * hour, 150, 5 * hour, 31 * hour, 13 * hour, 2 * day, 13 * day];
  const table = readFileSync("tests/web/relative-times.txt", "utf8").trimEnd().split("\n");

  // Each line was read by somebody who speaks the language.
  it.each(each)("read as reviewed in relative-times.txt: %s", (tag, locale) => {
    const words = [
      ...[...aheads, 21 * day, months, years].map((minutes) => ahead(minutes, locale)),
      ...[40, 90, 2 * hour, 21 * hour, years].map((minutes) => ago(minutes, locale)),
    ];
    const line = table.find((known) => known.startsWith(`${tag}|`));
    expect(line, "If the new line reads well, put it into tests/web/relative-times.txt").toBe(
      `${tag}|${words.join("|")}`,
    );
  });

  it.each([
    // Half hours do not depend on the region's decimal mark, or on whether they are singular or plural there.
    ["es", "es-MX", 90, "dentro de cerca de una hora y media"],
    ["pt-PT", "pt-PT", 90, "dentro de cerca de uma hora e meia"],
    // Digits are those of the page.
    ["ar", "ar-EG", 300, "بعد 5 ساعات تقريبًا"],
    ["fa", "fa-u-nu-latn", 300, "حدود ۵ ساعت دیگر"],
  ])("use the visitor's region on a page in %s: %s, %d minutes", (tag, region, minutes, words) => {
    expect(relativeTime(new Date(evening + minutes * 60_000), evening, localeOf(tag), [region])).toBe(words);
  });

  it.each(each)("are distinct, complete and well-formed for every amount: %s", (tag, locale) => {
    const word = locale.about.word.trim().replace(/-$/, "");
    const numbers = new Intl.NumberFormat(formattingTag(locale, []));
    for (const say of [ahead, ago]) {
      const now = say === ahead ? evening : morning;
      const all = amounts.map((minutes) => say(minutes, locale, now) ?? "undefined");
      expect(new Set(all).size).toBe(all.length);
      for (const [index, words] of all.entries()) {
        expect(words).not.toMatch(/undefined|null|NaN|[()[\]{}]|^\s|\s$|\s\s/);
        if (/^(ja|zh)/.test(tag)) expect(words).not.toMatch(/\s/);
        const minutes = amounts[index] ?? 0;
        const count = minutes / (minutes < 90 ? minute : minutes < 37 * hour ? hour : day);
        const digits = words.match(/\p{Nd}+(\D\p{Nd}+)?/u)?.[0];
        // Only half hours, and in some languages one and two, have words of their own.
        const mayLackDigits = !Number.isInteger(count) || (["ar", "he"].includes(tag) && count <= 2);
        if (!mayLackDigits || (digits && Number.isInteger(count))) expect(digits).toBe(numbers.format(count));
        // Small amounts are exact.
        expect([words, words.includes(word)]).toEqual([words, minutes >= 10]);
      }
    }
  });
});
