import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeRefusal, judgeDocument, judgeReturn, sayTime } from "../../schema/advice/typed-return.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { knownZones, toRfc3339 } from "../../schema/time/time.ts";
import { hostileTexts } from "../support/texts/hostile-texts.ts";

// A Sunday, 21:00 in Berlin.
const now = Date.parse("2026-11-22T20:00:00Z");
const berlin = { now, zone: "Europe/Berlin" };

/** A time in RFC 3339, `words`, or the reason of a refusal with the times that may be meant. */
function judged(text: string, at = berlin): string {
  const found = judgeReturn(text, at);
  if (found.kind !== "refused") return found.kind === "time" ? found.value : found.kind;
  return [found.why, ...(found.readings ?? [])].join(" ");
}

/** The texts that lead to each verdict. */
const table: Record<string, string[]> = {
  // From now.
  "2026-11-22T21:30:00Z": ["+90m", "+1h30m"],
  "2026-11-22T22:00:00Z": ["+2h"],
  "2026-11-23T20:00:00Z": ["+1d", " +1d "],
  // A clock time: the next moment at which clocks show it.
  "2026-11-22T22:30:00+01:00": ["22:30", "22:30:00", " 22:30\r", "10:30pm", "today 22:30", "22:30 TODAY"],
  "2026-11-22T22:30:15+01:00": ["22:30:15"],
  "2026-11-22T21:01:00+01:00": ["21:01", "sunday 21:01"],
  "2026-11-23T21:00:00+01:00": ["21:00", "9pm", "9 pm", "9:00 PM", "9\u202fPM", "tomorrow 21:00"],
  "2026-11-23T09:00:00+01:00": ["9:00", "09:00", "9am", "monday 9:00", "9am monday", "Monday  09:00:00"],
  "2026-11-23T00:00:00+01:00": ["12am", "0:00", "tomorrow 12 am"],
  "2026-11-23T12:00:00+01:00": ["12pm"],
  // A day, before or after the clock.
  "2026-11-23T14:00:00+01:00": ["tomorrow 14:00", "14:00 tomorrow"],
  "2026-11-29T20:59:00+01:00": ["sunday 20:59"],
  "2026-11-28T09:30:00+01:00": ["saturday 9:30 am", "2026-11-28T09:30", "2026-11-28 09:30:00"],
  "2026-11-29T14:00:00+01:00": ["2026-11-29 14:00", "2026-11-29 2pm", "2026-11-29T14:00:00+01:00"],
  "2027-07-05T22:30:00+02:00": ["2027-07-05 22:30", "2027-07-05 22:30 europe/berlin"],
  // A clock time in another zone.
  "2026-11-22T22:30:00Z": ["22:30 UTC", "22:30Z", "22:30 gmt", "10:30pm UTC", "22:30 today UTC"],
  "2026-11-23T19:30:00Z": ["19:30 UTC", "tomorrow 19:30 Z"],
  "2026-11-22T22:30:00+02:00": ["22:30+02:00", "22:30 +0200", "22:30 +02"],
  "2026-11-22T22:30:00-05:00": ["22:30 -05:00", "2026-11-22T22:30-05:00", "2026-11-22 22:30:00-05"],
  "2026-11-22T16:00:00-05:00": ["16:00 America/New_York", "4pm America/New_York", "today 16:00 -05:00"],
  "2026-11-24T00:30:00+09:00": ["tuesday 00:30 Asia/Tokyo", "00:30 tomorrow Asia/Tokyo"],
  "2026-11-27T04:00:00+05:30": ["2026-11-27 04:00 Asia/Kolkata"],
  // RFC 3339.
  "2026-11-27T04:00:00Z": ["2026-11-27T04:00:00Z", "2026-11-27 04:00 UTC"],
  "2026-12-31T23:59:60Z": ["2026-12-31T23:59:60Z"],
  "9999-12-31T23:59:00Z": ["9999-12-31 23:59 UTC"],
  passed: ["+0m", "today 20:59", "2026-11-22 10:00", "2026-11-22T10:00:00+01:00", "2020-01-01T00:00:00Z"],
  impossible: [
    ...["24:00", "25:00", "12:75", "22:30:60", "13pm", "0 am", "tomorrow 24:00", "2026-11-31 22:30"],
    ...["2026-11-31T22:30:00Z", "2026-13-40 10:00 UTC", "2026-11-30T24:00:00Z", "9999-12-31 23:59 -05:00"],
  ],
  // A clock time that clocks skip or show twice.
  "skipped 2027-03-28T01:30:00+01:00 2027-03-28T03:30:00+02:00": ["2027-03-28 02:30", "2027-03-28 2:30 am"],
  "twice 2027-10-31T02:30:00+02:00 2027-10-31T02:30:00+01:00": ["2027-10-31 02:30"],
  "skipped 2027-03-14T01:30:00-05:00 2027-03-14T03:30:00-04:00": ["2027-03-14 02:30 America/New_York"],
  // Anything else with a clock time or a date in figures, and any lone number or duration.
  form: (
    "22.30 | 22h30 | 18h | 18 Uhr | heute 18 Uhr | um 9 Uhr | 14時 | 午後2時 | 下午2点 | 오후 2시 | " +
    "2100Z | 0300Z | 9 UTC | 9 p.m. | 9 PM PST | by 22:30 UTC | 22:30 XYZ | 22:30 (perhaps) | " +
    "22:30 CET+1 | 22:30 UTC+1 | 22:30 Mars/Olympus | 22:30+25:00 | fri 22:30 | " +
    "tomorrow at 14:00 | tomorrow 14:00 monday | 2027-07-05 22:30 EST | 2027-07-05 22:30 CET | " +
    "2026-12-05 22:30 EDT | 2026-12-05 22:30 CEST | 2026-12-05 10:00 AEST | 10:00-11:00 | " +
    "10:00 - 11:00 UTC | 10-11 Uhr | 2027-12-24 10:00-11:00 | 9 o'clock | about 9pm | " +
    "Back at 22:30 UTC | ٢٢:٣٠ | ２２：３０ | २२:३० | 2026-11-29 | 24.12. | am 24.12. abends | " +
    "24.12.2026 | 12/24 | 11/29 evening | 29/11/26 | 2026/11/29 | 2026. 11. 29. | 20271224 | " +
    "20271224T1800 | Fri, 27 Nov 2026 04:00:00 GMT | Freitag, 27. November 2026, 04:00 Uhr | " +
    "Sunday 29 November, 14:00 in Berlin, in 19 h | 9 | 99.99 | 24/7 | 1796000000 | " +
    "1795255200 | 2h | -2h | 90m | 1h30 | 2 hours | 1d 2h 30 min | PT2H | P1DT2H | P3D | +90x | " +
    "+5000d | +1 hour, perhaps | ± 2 h"
  ).split(" | "),
  words: (
    "soon | December 2026 | Monday, 30 November | KW 48 | about 2 hours | Phase 2 | Back at 9 | " +
    "in two hours | in 2 hours | tomorrow | Heute | monday | tomorrow morning | May | Q1 2027 | " +
    "UTC | 約2時間 | 2시간쯤 | 21.–23. Nov | v1.2.3 | after the 2nd step | + soon |  |   | PST | " +
    "P.S."
  ).split(" | "),
};

describe("A typed expected return", () => {
  it.each(Object.entries(table))("is %s: %j", (verdict, texts) => {
    expect(texts.map((text) => [text, judged(text)])).toEqual(texts.map((text) => [text, verdict]));
  });

  it("is not judged if the notice has it already", () => {
    for (const text of ["22:30", "+90m", "2026-11-31T22:30:00Z"])
      expect(judgeReturn(text, berlin, text)).toEqual({ kind: "words", value: text });
  });

  it("tells whether its zone is assumed", () => {
    const assumed = (text: string) => judgeReturn(text, { now, zone: "UTC" });
    for (const text of ["22:30", "tomorrow 9am", "2026-11-29 14:00"])
      expect(assumed(text)).toMatchObject({ isZoneAssumed: true });
    for (const text of ["22:30 UTC", "+90m", "2026-11-29T14:00:00Z", "2026-11-29 14:00 Asia/Tokyo"])
      expect(assumed(text)).toMatchObject({ isZoneAssumed: false });
  });

  it("with a clock time is the next such moment, also when clocks change", () => {
    const at = (time: string) => ({ now: Date.parse(time), zone: "Europe/Berlin" });
    expect(judged("02:30", at("2027-03-27T20:00:00Z"))).toMatch(/^skipped /);
    expect(judged("02:30", at("2026-10-25T00:00:00Z"))).toMatch(/^twice /);
    expect(judged("02:30", at("2026-10-25T00:45:00Z"))).toBe("2026-10-25T02:30:00+01:00");
    expect(judged("02:30", at("2026-10-25T01:45:00Z"))).toBe("2026-10-26T02:30:00+01:00");
  });

  it("with a clock time is within a day, in every zone", () => {
    const moments = fc.integer({ min: Date.parse("2015-01-01"), max: Date.parse("2037-01-01") });
    fc.assert(
      fc.property(moments, fc.constantFrom(...knownZones()), fc.nat(1439), (now, zone, minute) => {
        const clock = new Date(minute * 60_000).toISOString().slice(11, 16);
        const found = judgeReturn(clock, { now, zone });
        if (found.kind !== "time") return expect(found).toMatchObject({ why: /skipped|twice/ });
        const time = Date.parse(found.value);
        expect(found.value.slice(11, 16)).toBe(clock);
        expect(time > now && time <= now + 25 * 3_600_000).toBe(true);
        expect(judged(toRfc3339(time, zone), { now, zone })).toBe(found.value);
      }),
    );
  });

  it("is judged even if it is long or hostile", () => {
    // A pattern that is slow on one of these never ends.
    for (const part of ["(", "1 ", "22:30 UTC ", "[a]", "1h", "27 Nov ", "a/b", "+1d"])
      judgeReturn(part.repeat(100_000), berlin);
    for (const text of hostileTexts) expect(["words", "form"]).toContain(judged(text));
  });
});

it.each([
  ["2026-11-23T15:00:00Z", "Europe/Berlin", "Monday 23 November, 16:00 in Berlin, in 19 h"],
  ["2027-01-01T00:00:00Z", "UTC", "Friday 1 January 2027, 00:00 UTC, in 39 d 4 h"],
  ["2026-11-22T19:00:00Z", "America/New_York", "Sunday 22 November, 14:00 in New York, 1 h ago"],
])("The time %s in %s is said as local clocks show it", (time, zone, said) => {
  expect(sayTime(new Date(time), { now, zone })).toBe(said);
});

it.each([
  ["by 22:30 UTC", /^"by 22:30 UTC" may mean a time, .*: write \+90m, 22:30, .* Europe\/Berlin$/],
  ["24:00", /^"24:00" is not a real date and time: correct it$/],
  ["2026-11-22 10:00", /^"2026-11-22 10:00" passed 11 h ago: give a time in the future$/],
  ["2027-03-28 02:30", / does not occur, .*: give 2027-03-28T01:30:00\+01:00 or 2027-03-28T03:30:00\+02:00$/],
  ["2027-10-31 02:30", / occurs twice, .*: give 2027-10-31T02:30:00\+02:00 or 2027-10-31T02:30:00\+01:00$/],
])("A typed expected return of %j is refused with the fix", (text, sentence) => {
  const found = judgeReturn(text, berlin);
  expect(found.kind === "refused" && describeRefusal(text, found)).toMatch(sentence);
});

describe("The expected returns of a document", () => {
  const judgeIn = (expectedReturn: unknown, published = {}, command?: string) =>
    judgeDocument({ ...defaults, expectedReturn }, berlin, { ...defaults, ...published }, command);

  it.each([
    ["22:30", "2026-11-22T22:30:00+01:00"],
    ["2026-11-27 04:00 UTC", "2026-11-27T04:00:00Z"],
    ["2h", "it in full, such as 2026-11-29T14:00:00+01:00"],
    ["2027-10-31 02:30", "2027-10-31T02:30:00+02:00 or 2027-10-31T02:30:00+01:00"],
  ])("are accepted as text with a doubt: %j", (text, meant) => {
    const rest = `"${text}" is shown as text: if a time is meant, give ${meant}.`;
    expect(judgeIn(text)).toEqual({ faults: [], doubts: [`"expectedReturn": ${rest}`] });
    expect(judgeIn(text, {}, "notice").doubts).toEqual([`The expected return ${rest}`]);
  });

  it.each([
    ["+90m", "a time from now: give 2026-11-22T21:30:00Z, or words."],
    ["2026-11-31T22:30:00Z", "which is not a real date and time: give it in full, such as "],
  ])("are refused with %j, unless the notice has it already", (text, detail) => {
    const found = judgeIn(text).faults.map(({ detail }) => detail);
    expect(found).toEqual([expect.stringContaining(`"expectedReturn" is "${text}", ${detail}`)]);
    expect(judgeIn(text, { expectedReturn: text })).toEqual({ faults: [], doubts: [] });
  });

  it("raise no doubt if they are words, times or no text at all", () => {
    for (const value of ["soon", "2026-11-23T20:00:00Z", "2020-01-01T00:00:00Z", 7, null, undefined])
      expect(judgeIn(value)).toEqual({ faults: [], doubts: [] });
    for (const document of [null, 7, "x", [], { translations: null }])
      expect(judgeDocument(document, berlin)).toEqual({ faults: [], doubts: [] });
  });

  it("raise a doubt that names the translation", () => {
    const translations = { de: { expectedReturn: "22.30" }, fr: { expectedReturn: "bientôt" } };
    const { doubts } = judgeDocument({ ...defaults, translations }, berlin, undefined, "notice");
    expect(doubts).toEqual([
      expect.stringMatching(/^The expected return in de "22\.30" .* the notice itself, /),
    ]);
  });
});
