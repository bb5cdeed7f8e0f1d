import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { distanceOf } from "../../schema/notice/expected-return.ts";
import { localeOf, locales } from "../../web/locales/locales.ts";
import { formatTime } from "../../web/page/date-and-clock.ts";
import { daysAhead, formattingTag, timeRows } from "../../web/page/time.ts";

const time = new Date("2026-11-21T23:00:00Z");
const each = locales.map((locale) => [locale.tag, locale] as const);

/** The text without kinds of spaces and marks of direction, which differ between engines. */
const read = (text: string) => text.replace(/\s/gu, " ").replace(/[\u200e\u200f]/g, "");
/** The pieces between which a line may break. */
const pieces = (text: string) => text.split(" ").map(read);

afterEach(() => void vi.unstubAllEnvs());

describe("A date with a clock time", () => {
  it.each([
    ["en", "Asia/Tokyo", "Sunday, November 22, 2026 at 8:00 AM GMT+9"],
    ["am", "Africa/Addis_Ababa", "እሑድ 22 ኖቬምበር 2026፣ 2:00 AM (GMT+3)"],
    ["am", "America/New_York", "ቅዳሜ 21 ኖቬምበር 2026፣ 6:00 PM (GMT−5)"],
    ["am", "America/St_Johns", "ቅዳሜ 21 ኖቬምበር 2026፣ 7:30 PM (GMT−3:30)"],
    ["am", "Asia/Kolkata", "እሑድ 22 ኖቬምበር 2026፣ 4:30 AM (GMT+5:30)"],
    ["de", "Europe/Berlin", "Sonntag, 22. November 2026 um 00:00 MEZ"],
    ["gu", "Asia/Kolkata", "રવિવાર, 22 નવેમ્બર, 2026, 4:30 AM (IST)"],
    ["kn", "Asia/Kolkata", "ಭಾನುವಾರ, ನವೆಂಬರ್ 22, 2026, 4:30 AM (IST)"],
    ["mr", "America/New_York", "शनिवार, २१ नोव्हेंबर, २०२६ रोजी ६:०० PM (GMT−५)"],
    ["pt-BR", "America/Sao_Paulo", "sábado, 21 de novembro de 2026 às 20:00 BRT"],
    ["de", "America/Sao_Paulo", "Samstag, 21. November 2026 um 20:00 GMT−3"],
    ["zh-Hans", "Asia/Shanghai", "2026年11月22日星期日 07:00 (GMT+8)"],
  ])("reads naturally in %s, in the zone %s", (tag, timeZone, words) => {
    expect(read(formatTime(time, localeOf(tag), [], timeZone))).toBe(words);
  });

  it.each(each)("has two or three pieces in each zone: %s", (_tag, locale) => {
    for (const timeZone of ["UTC", "Asia/Tokyo", "America/New_York", "Asia/Kolkata"]) {
      const text = formatTime(time, locale, [], timeZone);
      expect(text).not.toMatch(/undefined|[{}[\]\u202f]|\s\s|\s[,،]/u);
      expect([2, 3]).toContain(pieces(text).length);
    }
  });
});

describe("A visitor's regional format", () => {
  it.each([
    ["en", ["en-GB", "en"], "Saturday, 21 November 2026 at 23:00 UTC"],
    ["en", ["fr", "en-AU"], "Saturday 21 November 2026 at 11:00 pm UTC"],
    ["fr", ["fr-CA"], "samedi 21 novembre 2026 à 23 h 00 UTC"],
    ["es", ["es-MX"], "sábado, 21 de noviembre de 2026, 11:00 p.m. UTC"],
    ["ar", ["ar-MA"], "السبت، 21 نونبر 2026 في 23:00 UTC"],
    ["fa", ["fa-AF"], "شنبه ۳۰ عقرب ۱۴۰۵، ساعت ۲۳:۰۰ (UTC)"],
    ["zh-Hans", ["zh-SG"], "2026年11月21日星期六 下午11:00 (UTC)"],
  ])("applies to a page in %s for the languages %j", (tag, languages, words) => {
    expect(read(formatTime(time, localeOf(tag), languages, "UTC"))).toBe(words);
  });

  it.each([
    ["en", [], "en-u-ca-gregory-nu-latn"],
    ["en", ["de", "C", "!", "fr-CA"], "en-u-ca-gregory-nu-latn"],
    ["de", ["en-US", "de-AT", "de"], "de-AT-u-ca-gregory-nu-latn"],
    ["ar", ["ar-EG"], "ar-EG-u-ca-gregory-nu-latn"],
    ["ar", ["ar-SA-u-ca-islamic"], "ar-SA-u-ca-gregory-nu-latn"],
    ["ja", ["ja-JP-u-ca-japanese"], "ja-JP-u-ca-gregory-nu-latn"],
    ["th", ["th-TH"], "th-TH-u-ca-buddhist-nu-latn"],
    ["bn", ["bn-IN"], "bn-IN-u-ca-gregory-nu-beng"],
    ["mr", ["mr-IN-u-nu-latn"], "mr-IN-u-ca-gregory-nu-deva"],
    ["fa", ["prs", "fa-AF"], "fa-AF-u-ca-persian-nu-arabext"],
    ["zh-Hans", ["zh-TW", "zh-SG"], "zh-SG-u-ca-gregory-nu-latn"],
    ["zh-Hant", ["zh-CN", "zh-HK"], "zh-HK-u-ca-gregory-nu-latn"],
    ["sr", ["sr-Latn-RS", "sr-BA"], "sr-BA-u-ca-gregory-nu-latn"],
    ["sr", ["sr-ME"], "sr-u-ca-gregory-nu-latn"],
    ["he", ["iw-IL"], "he-IL-u-ca-gregory-nu-latn"],
    ["nb", ["nn"], "nb-u-ca-gregory-nu-latn"],
    ["pt-PT", ["pt-AO"], "pt-AO-u-ca-gregory-nu-latn"],
  ])("selects the format on a page in %s for the languages %j: %s", (tag, languages, expected) => {
    expect(formattingTag(localeOf(tag), languages)).toBe(expected);
  });

  it.each(each)("has the usual calendar and digits of the page's language: %s", (tag, locale) => {
    const { calendar, numberingSystem } = new Intl.DateTimeFormat(tag).resolvedOptions();
    const { calendar: ours = "gregory", digits = "latn" } = locale;
    expect([ours, digits]).toEqual([calendar, numberingSystem]);
    const own = new Intl.DateTimeFormat(formattingTag(locale, [])).resolvedOptions();
    expect([own.calendar, own.numberingSystem]).toEqual([calendar, numberingSystem]);
  });
});

describe("The rows of a time", () => {
  const rows = (tag: string, distance: "week" | "days" | "months", zone: string, days?: number) => {
    const { lead, rest } = timeRows(time, distance, localeOf(tag), [], zone, days);
    return [lead, rest].map((row) => row.map(read));
  };

  const table = readFileSync("tests/web/times.txt", "utf8").trimEnd().split("\n");

  // A line for each language: 23:00 on 21 November 2026 in UTC, and then the same moment in Tokyo: in full, and as the page
  // shows it on the same date, the date before, less than six days and less than half a year away. Lines may end at ` / `,
  // and rows end at ` // `.
  it.each(each)("read as reviewed in times.txt: %s", (tag, locale) => {
    const found = [
      pieces(formatTime(time, locale, [], "UTC")).join(" / "),
      read(formatTime(time, locale, [], "Asia/Tokyo")),
      ...([["week", 0], ["week", 1], ["week"], ["days"]] as const).map(([distance, days]) =>
        rows(tag, distance, "Asia/Tokyo", days)
          .map((row) => row?.join(" / "))
          .join(" // "),
      ),
    ];
    const line = table.find((known) => known.startsWith(`${tag}|`));
    expect(line, "If the new line reads well, put it into times.txt").toBe(`${tag}|${found.join("|")}`);
  });

  it.each(each)("break only between pieces, and have the year from half a year on: %s", (tag, locale) => {
    for (const distance of ["week", "days", "months"] as const) {
      const { lead, rest } = timeRows(time, distance, locale, [], "America/St_Johns");
      expect([...lead, ...rest].join("|")).not.toMatch(/ |\u202f|undefined|[[\](){};]|\u00a0(\||$)/);
      expect([lead.length, rest.length]).toEqual(distance === "week" ? [2, 2] : [1, 2]);
    }
    const year = new Intl.DateTimeFormat(formattingTag(locale, []), { year: "numeric" });
    const { value = "none" } = year.formatToParts(time).find(({ type }) => type === "year") ?? {};
    expect(rows(tag, "days", "UTC")[0]?.join()).not.toContain(value);
    expect(rows(tag, "months", "UTC")[0]?.join()).toContain(value);
  });

  it("have every weekday in lower case in Latvian", () => {
    for (let day = 21; day < 28; day++) {
      const { rest } = timeRows(new Date(`2026-11-${day}`), "days", localeOf("lv"), [], "UTC");
      expect(rest[0]).toMatch(/^\p{Ll}+diena$/u);
    }
  });

  it("keep the digits of a clock on the left of AM and PM in Urdu", () => {
    // Without the mark, AM or PM would stand to the left of the digits.
    const { lead } = timeRows(time, "week", localeOf("ur"), [], "UTC");
    expect(lead[1]).toBe("11\u200e:00\u00a0PM");
  });

  it("say today and tomorrow by local dates, also on days with 23 and 25 hours, until the time has passed", () => {
    vi.stubEnv("TZ", "America/New_York");
    const days = (now: string, then: string) => daysAhead(new Date(then), Date.parse(now));
    expect(days("2026-11-21T23:59:00-05:00", "2026-11-22T00:01:00-05:00")).toBe(1);
    expect(days("2026-11-21T00:01:00-05:00", "2026-11-21T23:59:00-05:00")).toBe(0);
    expect(days("2026-11-01T00:30:00-04:00", "2026-11-01T23:30:00-05:00")).toBe(0);
    expect(days("2026-10-31T12:00:00-04:00", "2026-11-02T00:30:00-05:00")).toBe(2);
    expect(days("2026-03-07T23:30:00-05:00", "2026-03-09T00:30:00-04:00")).toBe(2);
    expect(days("2026-11-21T12:00:00-05:00", "2026-11-21T12:00:00-05:00")).toBeNaN();
  });

  it("depend on whether the time is less than 6 or 180 days away, in the past or the future", () => {
    const [hour, day] = [3_600_000, 86_400_000];
    const ages = [0, 6 * day - 1, 6 * day, 180 * day - 1, 180 * day];
    const distances = ["week", "week", "days", "days", "months"];
    expect(ages.map((ms) => distanceOf(hour + ms, hour))).toEqual(distances);
    expect(ages.map((ms) => distanceOf(hour, hour + ms))).toEqual(distances);
  });
});
