import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { languageTags } from "../../schema/languages/tags.ts";
import { defaultMessage, defaults } from "../../schema/notice/defaults.ts";
import { readExpectedReturn } from "../../schema/notice/expected-return.ts";
import { toRfc3339 } from "../../schema/time/local-time.ts";
import { knownZones } from "../../schema/time/zones.ts";
import { describeRefused, findWrongReturn, warnOfReturn } from "../../schema/words/typed-return/in-words.ts";
import type { TypedAt } from "../../schema/words/typed-return/meant-time.ts";
import {
  type Refused,
  type Understood,
  understandReturn,
} from "../../schema/words/typed-return/understand-return.ts";
import { hostileTexts } from "../support/texts/hostile-texts.ts";

// 21:00 in Berlin.
const now = Date.parse("2026-11-22T20:00:00Z");
const berlin = { now, zone: "Europe/Berlin" };

/** What is refused; undefined for words and for a time that is taken. */
function refused(text: string, at: TypedAt): Refused | undefined {
  const understood = understandReturn(text, at);
  return understood.kind === "refused" ? understood : undefined;
}

describe("an expected return that is nothing but", () => {
  it.each([
    ["clock", "22:30", "2026-11-22T22:30:00+01:00"],
    ["clock", "20:30", "2026-11-23T20:30:00+01:00"],
    ["clock", " 22:30 ", "2026-11-22T22:30:00+01:00"],
    ["clock", "２２：３０", "2026-11-22T22:30:00+01:00"],
    ["clock", "22:30:15", "2026-11-22T22:30:15+01:00"],
    ["clock", "22.30", "2026-11-22T22:30:00+01:00"],
    ["clock", "22h30", "2026-11-22T22:30:00+01:00"],
    ["clock", "10pm", "2026-11-22T22:00:00+01:00"],
    ["clock", "10:15 p.m.", "2026-11-22T22:15:00+01:00"],
    ["clock", "12am", "2026-11-23T00:00:00+01:00"],
    ["clock", "12pm", "2026-11-23T12:00:00+01:00"],
    ["clock", "24:00", "2026-11-23T00:00:00+01:00"],
    ["date", "2026-12-24", "2026-12-24T00:00:00+01:00"],
    ["date", "2027-06-01", "2027-06-01T00:00:00+02:00"],
    ["date", "24.12.", "2026-12-24T00:00:00+01:00"],
    ["date", "24.12", "2026-12-24T00:00:00+01:00"],
    ["date", "5.1.2027", "2027-01-05T00:00:00+01:00"],
    ["date", "12/24", "2026-12-24T00:00:00+01:00"],
    ["date", "04/03/2027", "2027-03-04T00:00:00+01:00"],
    ["date", "2027. 02. 03.", "2027-02-03T00:00:00+01:00"],
    ["date", "23.11.26", "2026-11-23T00:00:00+01:00"],
    ["date", "11/23/26", "2026-11-23T00:00:00+01:00"],
    ["date", "24/12/27", "2027-12-24T00:00:00+01:00"],
    ["date", "24-12-27", "2027-12-24T00:00:00+01:00"],
    ["both", "2026-11-22 22:30", "2026-11-22T22:30:00+01:00"],
    ["both", "2026-11-22T22:30", "2026-11-22T22:30:00+01:00"],
    ["both", "24.12.2027 18:00", "2027-12-24T18:00:00+01:00"],
    ["both", "18:00, 24.12.2027", "2027-12-24T18:00:00+01:00"],
    ["both", "12/24/2026 6pm", "2026-12-24T18:00:00+01:00"],
    ["both", "11/23/26 9:00 AM", "2026-11-23T09:00:00+01:00"],
    ["both", "24/12/27 18:00", "2027-12-24T18:00:00+01:00"],
    ["both", "20271224T1800", "2027-12-24T18:00:00+01:00"],
    ["both", "2026-01-02 08:00", "2026-11-23T08:00:00+01:00"],
    ["duration", "90m", "2026-11-22T22:30:00+01:00"],
    ["duration", "2h", "2026-11-22T23:00:00+01:00"],
    ["duration", "1.5 hours", "2026-11-22T22:30:00+01:00"],
    ["duration", "1d 2h 30 min", "2026-11-23T23:30:00+01:00"],
    ["duration", "+1h30", "2026-11-22T22:30:00+01:00"],
    ["clock", "01h30", "2026-11-23T01:30:00+01:00"],
    ["clock", "9.30", "2026-11-23T09:30:00+01:00"],
    ["date", "4.12. ", "2026-12-04T00:00:00+01:00"],
    ["duration", "0m", "2026-11-22T21:01:00+01:00"],
    ["impossible", "2026-11-22T24:00:00+01:00", "2026-11-23T00:00:00+01:00"],
    ["passed", "2026-11-22T10:00:00+01:00", "2026-11-23T10:00:00+01:00"],
    ["passed", "2026-11-22T20:00:00Z", "2026-11-23T20:00:00Z"],
    ["passed", "2020-01-01T00:00:00Z", "2026-11-23T00:00:00Z"],
    ["passed", "2025-11-28T09:00:00+01:00", "2026-11-28T09:00:00+01:00"],
    ["clock", "22:30 Uhr", "2026-11-22T22:30:00+01:00"],
    ["clock", "um 22 Uhr", "2026-11-22T22:00:00+01:00"],
    ["both", "27.11.2026, 04:00 Uhr", "2026-11-27T04:00:00+01:00"],
    ["both", "Freitag, 27. November 2026, 04:00 Uhr", "2026-11-27T04:00:00+01:00"],
    ["both", "27. M\u00e4rz 2027 um 4 Uhr", "2027-03-27T04:00:00+01:00"],
    ["both", "Friday, 27 November 2026 at 04:00", "2026-11-27T04:00:00+01:00"],
    ["both", "24 December 18:00", "2026-12-24T18:00:00+01:00"],
    ["date", "Nov 27", "2026-11-27T00:00:00+01:00"],
    ["duration", "in 2h", "2026-11-22T23:00:00+01:00"],
    ["several", "22:30 CST", "2026-11-22T22:30:00-06:00"],
    ["several", "22:30 IST", "2026-11-23T22:30:00+05:30"],
    ["several", "2027-06-27 22:30 BST", "2027-06-27T22:30:00+01:00"],
    ["several", "04/03/2027 18:00 UTC", "2027-03-04T18:00:00Z"],
    ["several", "2027-10-31 02:30 [Europe/Berlin]", "2027-10-31T02:30:00+02:00"],
    ["several", "2027-03-28 02:30 Europe/Berlin", "2027-03-28T03:00:00+02:00"],
    ["several", "2026-11-27T04:00:00+05:00[Europe/Berlin]", "2026-11-27T04:00:00+05:00"],
    ["passed", "2026-11-20 04:00 UTC", "2026-11-23T04:00:00Z"],
  ])("a %s, %j, probably means %s", (why, text, meant) => {
    expect(understandReturn(text, berlin)).toMatchObject({ kind: "refused", why, meant });
  });

  it("a clock time in a zone of several probably means the one whose clocks are alike where it was typed", () => {
    const at = (zone: string) => refused("22:30 CST", { now, zone })?.meant?.slice(-6);
    expect(["Asia/Shanghai", "America/Mexico_City", "UTC"].map(at)).toEqual(["+08:00", "-06:00", "-06:00"]);
  });

  it.each(["2026-02-30", "2026-11-22", "22.11.26", "1/2/2020", "0000-00-00"])(
    "a date, %j, that has passed means no time",
    (text) => {
      expect(refused(text, berlin)).toEqual({ kind: "refused", why: "date" });
      expect(warnOfReturn({ ...defaults, expectedReturn: text }, berlin)).toEqual([
        expect.stringMatching(
          / is a date without a clock time, and is shown as these words: if a time is meant, give it in full\.$/,
        ),
      ]);
    },
  );

  it.each([
    ["clock", "25:00"],
    ["clock", "12:75"],
    ["clock", "24:01"],
    ["none", "22:30+25:00"],
    ["none", "31.11.2026 22:30 UTC"],
    ["none", "2026-11-31 04:00 CET"],
    ["date", "2027-02-30"],
    ["date", "31.11."],
    ["both", "31.11.2026 22:30"],
    ["both", "2026-11-30 25:00"],
    ["impossible", "2026-11-31T22:30:00Z"],
    ["impossible", "2026-13-40T25:61:61+25:00"],
    ["impossible", "2026-12-24T18:00:60Z"],
  ])("a %s that does not exist, %j, means no time", (why, text) => {
    expect(refused(text, berlin)?.why).toBe(why);
    expect(refused(text, berlin)).not.toHaveProperty("meant");
  });

  it.each([
    ["date", "09.12", "a date or a clock time alone"],
    ["date", "9.12", "a date or a clock time alone"],
    ["duration", "1h30", "a duration or a clock time"],
  ])("a %s that may as well be a clock time, %j, means no time, and is called both", (why, text, words) => {
    const found = refused(text, berlin);
    expect(found).toEqual({ kind: "refused", why, isEither: true });
    expect(found && describeRefused(text, found, berlin.now)).toBe(`"${text}" is ${words}`);
  });

  it.each(["-2h", "- 90 min", "-1h30"])("a duration below zero, %j, means no time", (text) => {
    const found = refused(text, berlin);
    expect(found).toEqual({ kind: "refused", why: "duration" });
    expect(found && describeRefused(text, found, berlin.now)).toMatch(/, so it is in the past$/);
  });

  it("a clock time that comes twice means the next one, and one that is leapt over the change", () => {
    const at = (time: string) => ({ now: Date.parse(time), zone: "Europe/Berlin" });
    expect(refused("02:30", at("2026-10-25T00:00:00Z"))?.meant).toBe("2026-10-25T02:30:00+02:00");
    expect(refused("02:30", at("2026-10-25T00:45:00Z"))?.meant).toBe("2026-10-25T02:30:00+01:00");
    expect(refused("02:30", at("2027-03-28T00:00:00Z"))?.meant).toBe("2027-03-28T03:00:00+02:00");
  });

  it("a date without a year means the next one, also in another year", () => {
    const silvester = { now: Date.parse("2026-12-31T12:00:00Z"), zone: "UTC" };
    expect(refused("02.01. 08:00", silvester)?.meant).toBe("2027-01-02T08:00:00Z");
    expect(refused("2026-01-02T08:00:00Z", silvester)?.meant).toBe("2027-01-02T08:00:00Z");
  });
});

describe("an expected return is words", () => {
  it.each([
    ...["soon", "Back at 9", "21.–23. Nov", "tomorrow 9am", "10:00-11:00", "10:00-11:00 UTC", "9", "9 UTC"],
    ...["24/7", "2h, perhaps", "2h UTC", "1795255200", "99.99", "24.12.2027 10:00-11:00", "May 2026", "May"],
    ...[
      "22:30 UTC, perhaps",
      "Back at 22:30 UTC",
      "22:30 (perhaps)",
      "22:30 XYZ",
      "22:30 Mars/Olympus",
      "UTC",
    ],
    ...[
      "Friday 22:30 UTC",
      "Marathon 5 22:30",
      "Sept 9.30",
      "22:30 CET+1",
      "today or tomorrow",
      "in two hours",
    ],
    ...["10:00 - 11:00", "2027-12-24 10:00 - 11:00", "10:00-11:00 24.12.2027"],
    ...["20271224", "20271224T18", "20271224T180000Z, perhaps"],
    ...["22:30 Uhr, vielleicht", "+1 hour, perhaps", "v1.2.3", "", " "],
  ])("%j", (text) => {
    expect(understandReturn(text, berlin)).toEqual({ kind: "words" });
  });

  it("at once, however long a text is", () => {
    for (const part of ["(", "1 ", "22:30 UTC ", "[a]", "1h", "27 Nov "]) {
      const before = performance.now();
      expect(understandReturn(part.repeat(100_000), berlin)).toEqual({ kind: "words" });
      understandReturn(part.repeat(400).slice(0, 400), berlin);
      expect(performance.now() - before).toBeLessThan(500);
    }
  });

  it("as every text is that attacks something", () => {
    for (const text of hostileTexts) {
      const found = refused(text, berlin);
      expect([text, found && /\d/.test(text.normalize("NFKC"))]).toEqual([text, found && true]);
    }
  });
});

/** The time that a text is, or probably means. */
function meantBy(understood: Understood): string | undefined {
  if (understood.kind === "words") return undefined;
  return understood.kind === "time" ? understood.time : understood.meant;
}

describe("a time with a zone is that time in RFC 3339", () => {
  it.each([
    ["2026-11-27 04:00 UTC", "2026-11-27T04:00:00Z"],
    ["Fri, 27 Nov 2026 04:00:00 GMT", "2026-11-27T04:00:00Z"],
    ["Fri, 27 Nov 2026 04:00:00 +0000", "2026-11-27T04:00:00+00:00"],
    ["Fri Nov 27 04:00:00 UTC 2026", "2026-11-27T04:00:00Z"],
    ["Fri 27 Nov 2026 04:00:00 AM CET", "2026-11-27T04:00:00+01:00"],
    ["Fri Nov 27 04:00:00 PM EST 2026", "2026-11-27T16:00:00-05:00"],
    ["Fri Nov 27 2026 04:00:00 GMT+0100 (Central European Standard Time)", "2026-11-27T04:00:00+01:00"],
    ["Friday, 27 November 2026 at 04:00 UTC", "2026-11-27T04:00:00Z"],
    ["Friday 27 November 2026 at 04:00 UTC (05:00 CET here)", "2026-11-27T04:00:00Z"],
    ["Friday, November 27, 2026 at 4:00\u202fAM GMT+1", "2026-11-27T04:00:00+01:00"],
    ["Freitag, 27. November 2026 um 04:00 MEZ", "2026-11-27T04:00:00+01:00"],
    ["2026-11-27T04:00:00+01:00[Europe/Berlin]", "2026-11-27T04:00:00+01:00"],
    ["2026-11-27T04:00[America/New_York]", "2026-11-27T04:00:00-05:00"],
    ["2026-11-27 04:00 Europe/Berlin", "2026-11-27T04:00:00+01:00"],
    ["2026-11-27T04:00:00Z (UTC)", "2026-11-27T04:00:00Z"],
    ["2026-11-27T04:00:00+01:00 (Europe/Berlin)", "2026-11-27T04:00:00+01:00"],
    ["2026-11-27 04:00:00 +0000 UTC", "2026-11-27T04:00:00+00:00"],
    ["27.11.2026 04:00 Uhr (MEZ)", "2026-11-27T04:00:00+01:00"],
    ["11/27/2026, 4:00:00 AM UTC", "2026-11-27T04:00:00Z"],
    ["27-Nov-2026 04:00 UTC", "2026-11-27T04:00:00Z"],
    ["27 Nov 04:00 UTC", "2026-11-27T04:00:00Z"],
    ["22:30 UTC", "2026-11-22T22:30:00Z"],
    ["19:30 UTC", "2026-11-23T19:30:00Z"],
    ["22:30 CET", "2026-11-22T22:30:00+01:00"],
    ["3 pm CET", "2026-11-23T15:00:00+01:00"],
    ["22:30 UTC-05:30", "2026-11-22T22:30:00-05:30"],
    ["22:30 GMT\u22123", "2026-11-22T22:30:00-03:00"],
    ["22:30Z", "2026-11-22T22:30:00Z"],
    ["22:30+02:00", "2026-11-22T22:30:00+02:00"],
    ["09:00 -05:00", "2026-11-23T09:00:00-05:00"],
    ["2026-11-22T22:30-05:00", "2026-11-22T22:30:00-05:00"],
    ["2026-11-22 22:30:00Z", "2026-11-22T22:30:00Z"],
    ["2026-11-22 22:30:00-05", "2026-11-22T22:30:00-05:00"],
    ["2026-11-23 09:00 -05:00", "2026-11-23T09:00:00-05:00"],
    ["2027-03-14 02:30-05:00", "2027-03-14T02:30:00-05:00"],
    ["11/23/2026 09:00 -0500", "2026-11-23T09:00:00-05:00"],
    ["20271224T180000Z", "2027-12-24T18:00:00Z"],
    ["9999-12-31 23:59 UTC", "9999-12-31T23:59:00Z"],
    ["20271224t180015-0500", "2027-12-24T18:00:15-05:00"],
    ["2026-11-27T04:00:00Z", "2026-11-27T04:00:00Z"],
    [" 2026-11-27T04:00:00Z\r", "2026-11-27T04:00:00Z"],
  ])("%j", (text, time) => {
    expect(understandReturn(text, berlin)).toEqual({ kind: "time", time });
  });
});

describe("words that are true only today", () => {
  it.each(languageTags)("mean a time that is known now, in %s", (tag) => {
    const format = new Intl.RelativeTimeFormat(tag, { numeric: "auto" });
    const [today, tomorrow] = [format.format(0, "day"), format.format(1, "day")];
    expect(refused(today.toUpperCase(), berlin)).toMatchObject({
      why: "today",
      meant: "2026-11-22T23:59:00+01:00",
    });
    expect(refused(` ${tomorrow}`, berlin)).toMatchObject({
      why: "today",
      meant: "2026-11-23T23:59:00+01:00",
    });
    for (const [hours, meant] of [
      [1, "22T22"],
      [2, "22T23"],
      [5, "23T02"],
      [36, "24T09"],
    ] as const)
      expect([hours, refused(format.format(hours, "hour"), berlin)]).toEqual([
        hours,
        expect.objectContaining({ why: "duration", meant: `2026-11-${meant}:00:00+01:00` }),
      ]);
    expect(understandReturn(`${tomorrow}, ${today}`, berlin)).toEqual({ kind: "words" });
  });

  it("are read with the apostrophe of a keyboard, and with either kind of digits", () => {
    expect(refused("Aujourd'hui", berlin)?.why).toBe("today");
    for (const text of [
      "\u06f2 \u0633\u0627\u0639\u062a \u0628\u0639\u062f",
      "2 \u0633\u0627\u0639\u062a \u0628\u0639\u062f",
      "\u09e8 \u0998\u09a3\u09cd\u099f\u09be\u09af\u09bc",
    ])
      expect([text, refused(text, berlin)?.meant]).toEqual([text, "2026-11-22T23:00:00+01:00"]);
  });
});

describe("what was probably meant", () => {
  const moments = fc.integer({
    min: Date.parse("2015-01-01T00:00:00Z"),
    max: Date.parse("2037-01-01T00:00:00Z"),
  });
  const at = fc.record({ now: moments, zone: fc.constantFrom(...knownZones()) });
  const upTo = (max: number, digits = 2) => fc.nat(max).map((value) => String(value).padStart(digits, "0"));
  const textsOf = (date: fc.Arbitrary<string>, [hour, sixtieth]: [number, number]) => {
    const clock = fc.tuple(upTo(hour), upTo(sixtieth)).map((parts) => parts.join(":"));
    const offset = fc.oneof(
      fc.constantFrom("Z", "z"),
      clock.map((value) => `+${value}`),
      clock.map((value) => `-${value}`),
    );
    return fc.oneof(
      clock,
      date,
      fc.tuple(date, clock).map(([date, clock]) => `${date} ${clock}`),
      date.map((date) => date.split("-").reverse().join(".")),
      fc.tuple(fc.nat(999_999), fc.constantFrom("w", "d", "h", "m", "s")).map((parts) => parts.join("")),
      fc
        .tuple(date, clock, upTo(sixtieth), offset)
        .map(([date, clock, second, offset]) => `${date}T${clock}:${second}${offset}`),
    );
  };
  const days = {
    min: new Date("0001-01-01T00:00:00Z"),
    max: new Date("9999-12-31T00:00:00Z"),
    noInvalidDate: true,
  };
  const existing = textsOf(
    fc.date(days).map((day) => day.toISOString().slice(0, 10)),
    [23, 59],
  );
  const any = textsOf(
    fc.tuple(upTo(9999, 4), upTo(99), upTo(99)).map((parts) => parts.join("-")),
    [99, 99],
  );

  it.each([
    ["exists", existing],
    ["may not exist", any],
  ])(
    "is a time that lies ahead, whatever was typed that %s, so that it is taken when it is given",
    (what, typed) => {
      fc.assert(
        fc.property(typed, at, (text, at) => {
          const understood = understandReturn(text, at);
          const meant = meantBy(understood);
          const needsNone =
            what === "may not exist" || (understood.kind === "refused" && understood.why === "date");
          if (meant === undefined && needsNone) return;
          const expected = readExpectedReturn(meant ?? text);
          expect(expected).toMatchObject({ kind: "time", time: expect.any(Date) });
          if (expected.kind === "time") expect(expected.time.getTime()).toBeGreaterThan(at.now);
          expect(understandReturn(meant ?? text, at)).toEqual({ kind: "time", time: meant });
        }),
        { numRuns: 500 },
      );
    },
  );

  it("is the time itself where that was typed without its offset, in the form of another country, or with a blank", () => {
    fc.assert(
      fc.property(at, fc.integer({ min: 1, max: 13 * 24 * 60 }), (at, minutes) => {
        const time = (Math.floor(at.now / 60_000) + minutes) * 60_000;
        const utc = toRfc3339(time, "UTC");
        const [year, month, day, clock] = [
          utc.slice(0, 4),
          utc.slice(5, 7),
          utc.slice(8, 10),
          utc.slice(11, 16),
        ];
        const texts = [
          `${day}.${month}.${year} ${clock}`,
          `${year}/${month}/${day} ${clock}`,
          `${clock} ${day}.${month}.`,
        ];
        for (const text of texts)
          expect([text, refused(text, { now: at.now, zone: "UTC" })?.meant]).toEqual([text, utc]);
        expect(understandReturn(` ${utc}`, at)).toEqual({ kind: "time", time: utc });
      }),
    );
  });

  it("for a clock time is within a day, and is what clocks show there", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1439 }), moments, (minute, now) => {
        const text = new Date(minute * 60_000).toISOString().slice(11, 16);
        const meant = Date.parse(refused(text, { now, zone: "UTC" })?.meant ?? "");
        expect([meant - now > 0, meant - now <= 86_400_000, meant % 86_400_000]).toEqual([
          true,
          true,
          minute * 60_000,
        ]);
      }),
    );
  });
});

describe("what is not a real date and time", () => {
  const document = { ...defaults, expectedReturn: "2026-11-31T22:30:00Z" };

  it("is a fault at its field, with the time that was probably meant where one suggests itself", () => {
    const endOfDay = { ...defaults, expectedReturn: "2026-11-30T24:00:00Z" };
    expect(findWrongReturn(endOfDay, defaults, berlin)).toEqual([
      expect.objectContaining({
        detail: expect.stringMatching(
          / is not a real date and time: give a real time, probably 2026-12-01T00:00:00Z, or words\.$/,
        ),
      }),
    ]);
    expect(findWrongReturn(document, defaults, berlin)).toEqual([
      {
        pointer: "#/expectedReturn",
        detail:
          '"expectedReturn" is "2026-11-31T22:30:00Z", which is not a real date and time: give a real time, or words.',
      },
    ]);
  });

  it("is none where it stands already, and nothing else is one", () => {
    expect(findWrongReturn(document, document, berlin)).toEqual([]);
    for (const other of ["22:30", "22:30 UTC", "tomorrow", "soon", "2020-01-01T00:00:00Z", 7, null])
      expect(findWrongReturn({ ...defaults, expectedReturn: other }, defaults, berlin)).toEqual([]);
    for (const other of [null, 7, "x", []]) expect(findWrongReturn(other, defaults, berlin)).toEqual([]);
  });
});

describe("the warnings of a document", () => {
  it.each([
    [
      "22:30",
      /^The expected return "22:30" is a clock time without a date, .* give 2026-11-22T22:30:00\+01:00 \(Europe\/Berlin\)\.$/,
    ],
    [
      "2h",
      /^The expected return "2h" is a duration, .* give 2026-11-22T23:00:00\+01:00 \(Europe\/Berlin\)\.$/,
    ],
    ["2026-11-31T22:30:00Z", /"2026-11-31T22:30:00Z" is not a real date and time, .* give a real time\.$/],
    [
      "2026-11-27 04:00 UTC",
      /^The expected return "2026-11-27 04:00 UTC" is a time that is not in the form of RFC 3339, and is shown as these words: if a time is meant, give 2026-11-27T04:00:00Z\.$/,
    ],
    [
      "2026-11-20 04:00 UTC",
      / "2026-11-20 04:00 UTC" has passed, and is shown .* give 2026-11-23T04:00:00Z\.$/,
    ],
    ["22:30 CST", / "22:30 CST" may mean several times, and is shown .* give 2026-11-22T22:30:00-06:00\.$/],
    ["31.11.2026 22:30 UTC", / is a time that does not exist, and is shown .* give it in full\.$/],
    ["heute", / "heute" is true only today, .* give 2026-11-22T23:59:00\+01:00 \(Europe\/Berlin\)\.$/],
    ["2026-11-22T10:00:00Z", /^The expected return in the notice passed 10 h ago: /],
    ["2026-12-06T20:01:00Z", /^The expected return is more than fourteen days ahead \(in 14 d 1 min\): /],
  ])("say of %j why, and the time that is probably meant", (expectedReturn, sentence) => {
    expect(warnOfReturn({ ...defaults, message: "On the move.", expectedReturn }, berlin, "notice")).toEqual([
      expect.stringMatching(sentence),
    ]);
  });

  it("say in which translation the words are, and name the fields where no command is typed", () => {
    const translations = { de: { expectedReturn: "22.30" }, fr: { expectedReturn: "bientôt" } };
    const notice = { ...defaults, expectedReturn: "22:30", translations };
    expect(warnOfReturn(notice, berlin, "notice")).toEqual([
      expect.stringMatching(/^The expected return "22:30" is a clock time without a date, /),
      'The expected return in de "22.30" is a clock time without a date, and is shown as these words: if a time is meant, give 2026-11-22T22:30:00+01:00 (Europe/Berlin) in the notice itself, which every language shows.',
    ]);
    expect(warnOfReturn(notice, berlin)).toEqual([
      expect.stringMatching(/^"expectedReturn": "22:30" is a clock time without a date, /),
      expect.stringMatching(/^"translations\.de\.expectedReturn": "22\.30" is a clock time without a date, /),
    ]);
  });

  it.each(["soon", "Back at 9", "2026-11-23T20:00:00Z", undefined])("are none for %j", (expectedReturn) => {
    expect(warnOfReturn({ ...defaults, ...(expectedReturn && { expectedReturn }) }, berlin)).toEqual([]);
  });

  it("say that the page's own message does not go with more than a day, written out in English or not", () => {
    const notice = { ...defaults, expectedReturn: "2026-11-23T20:01:00Z" };
    for (const of of [notice, { ...notice, message: defaultMessage }])
      expect(warnOfReturn(of, berlin)).toEqual([
        'The page\'s own message says "shortly", but "expectedReturn" is more than a day ahead: write your own "message".',
      ]);
    expect(warnOfReturn({ ...notice, message: "Until Tuesday." }, berlin)).toEqual([]);
  });
});

it("says that a date and a clock time without a zone have passed where they were typed", () => {
  const told = (text: string) => {
    const found = refused(text, berlin);
    return found && describeRefused(text, found, berlin.now);
  };
  const what = "is a date and a clock time without a time zone";
  expect(told("2026-11-22 18:00")).toBe(`"2026-11-22 18:00" ${what}, and has passed in Europe/Berlin`);
  expect(told("2026-11-22 22:30")).toBe(`"2026-11-22 22:30" ${what}`);
});
