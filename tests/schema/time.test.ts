import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readExpectedReturn } from "../../schema/notice/expected-return.ts";
import {
  findZone,
  isKnownZone,
  knownZones,
  momentsOf,
  toRfc3339,
  wallTimeOf,
  zoneName,
  zoneOfIntl,
} from "../../schema/time/time.ts";

const at = (text: string): number => Date.parse(text);
const wall = (text: string) => {
  const [date = "", clock = ""] = text.split(" ");
  return { date, clock };
};

describe("The date and clock of a zone", () => {
  it.each([
    ["on an ordinary night", "2026-11-22 03:30", "Europe/Berlin", "2026-11-22T02:30:00Z"],
    ["in a zone without summer time", "2026-07-01 03:30", "Asia/Kolkata", "2026-06-30T22:00:00Z"],
    ["in UTC", "2026-11-22 03:30", "UTC", "2026-11-22T03:30:00Z"],
    ["with an offset of a quarter hour", "2026-11-22 03:30", "Asia/Kathmandu", "2026-11-21T21:45:00Z"],
    ["in the year 26, a mistyped 2026", "0026-05-01 10:00", "Asia/Dubai", "0026-05-01T06:19:00Z"],
    ["east of the date line", "2026-11-22 00:30", "Pacific/Kiritimati", "2026-11-21T10:30:00Z"],
  ])("mean one moment: %s", (_name, shown, zone, time) => {
    expect(momentsOf(wall(shown), zone)).toEqual({ kind: "one", time: at(time) });
  });

  it.each([
    ["in Berlin", "2027-03-28 02:30", "Europe/Berlin", "2027-03-28 03:00"],
    ["in New York", "2027-03-14 02:00", "America/New_York", "2027-03-14 03:00"],
    ["on Lord Howe, by half an hour", "2026-10-04 02:10", "Australia/Lord_Howe", "2026-10-04 02:30"],
    ["at midnight in Beirut", "2026-03-29 00:20", "Asia/Beirut", "2026-03-29 01:00"],
    ["in Samoa, which left out a day", "2011-12-30 12:00", "Pacific/Apia", "2011-12-31 00:00"],
  ])("mean no moment while clocks go forward, and the next is named: %s", (_name, shown, zone, next) => {
    expect(momentsOf(wall(shown), zone)).toEqual({ kind: "none", next: wall(next) });
  });

  it.each([
    ["2026-10-25 02:30", "Europe/Berlin", ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"]],
    ["2026-04-05 01:45", "Australia/Lord_Howe", ["2026-04-04T14:45:00Z", "2026-04-04T15:15:00Z"]],
  ])("mean two moments while clocks go back: %s in %s", (shown, zone, times) => {
    expect(momentsOf(wall(shown), zone)).toEqual({ kind: "two", times: times.map(at) });
  });

  it.each([" 03:30", "2026-11-22 ", "12026-11-22 03:30", "2026-02-30 x", "2026-13-01 03:30"])(
    "are incomplete as %j",
    (shown) => expect(momentsOf(wall(shown), "UTC")).toEqual({ kind: "incomplete" }),
  );

  it("lead back to the time from which they were written, in each zone", () => {
    const minutes = fc.integer({ min: at("2015-01-01") / 60_000, max: at("2037-01-01") / 60_000 });
    fc.assert(
      fc.property(minutes, fc.constantFrom(...knownZones()), (minute, zone) => {
        const time = minute * 60_000;
        const written = readExpectedReturn(toRfc3339(time, zone));
        expect(written).toEqual({ kind: "time", time: new Date(time) });
        const moments = momentsOf(wallTimeOf(time, zone), zone);
        const times = moments.kind === "one" ? [moments.time] : moments.kind === "two" && moments.times;
        expect(times).toContain(time);
      }),
    );
  });
});

it("A time in RFC 3339 has the offset of its zone, and Z in UTC", () => {
  const written = (zone: string) => toRfc3339(at("2026-11-22T02:30:00Z"), zone);
  expect(written("Europe/Berlin")).toBe("2026-11-22T03:30:00+01:00");
  expect(written("America/St_Johns")).toBe("2026-11-21T23:00:00-03:30");
  expect(written("UTC")).toBe("2026-11-22T02:30:00Z");
});

describe("Time zones", () => {
  it("are named by their place first", () => {
    const zones = ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires"];
    expect(zones.map(zoneName)).toEqual(["UTC", "Berlin (Europe)", "Buenos Aires, Argentina (America)"]);
  });

  it("have today's names, whatever `Intl` lists", () => {
    const outdated = /\/(Kiev|Calcutta|Saigon|Katmandu|Rangoon|Godthab|Asmera|Truk|Ponape|Buenos_Aires)$/;
    const today = ["Europe/Kyiv", "Asia/Kolkata", "Asia/Ho_Chi_Minh", "America/Nuuk"];
    const zones = knownZones();
    expect(zones.filter((zone) => outdated.test(zone))).toEqual(["America/Argentina/Buenos_Aires"]);
    expect(zones).toEqual(expect.arrayContaining(today));
    expect(new Set(zones).size).toBe(zones.length);
    expect(zones[0]).toBe("UTC");
    for (const zone of zones) expect([zone, isKnownZone(zone)]).toEqual([zone, true]);
  });

  it("are computed by their former name if `Intl` does not know today's", () => {
    const { DateTimeFormat } = Intl;
    class Older extends DateTimeFormat {
      constructor(tag: string, options: Intl.DateTimeFormatOptions = {}) {
        if (options.timeZone === "Europe/Kyiv") throw new RangeError("Invalid time zone");
        super(tag, options);
      }
    }
    Intl.DateTimeFormat = Older as unknown as typeof DateTimeFormat;
    try {
      expect(["Europe/Kyiv", "Asia/Kolkata"].map(zoneOfIntl)).toEqual(["Europe/Kiev", "Asia/Kolkata"]);
      expect(isKnownZone("Europe/Kyiv")).toBe(true);
      expect(wallTimeOf(at("2026-07-01T12:00:00Z"), "Europe/Kyiv").clock).toBe("15:00");
    } finally {
      Intl.DateTimeFormat = DateTimeFormat;
    }
  });

  it.each([
    ["Europe/Kyiv", "Europe/Kyiv"],
    ["kiev", "Europe/Kyiv"],
    ["calcutta", "Asia/Kolkata"],
    ["new york", "America/New_York"],
    ["New  York (America)", "America/New_York"],
    ["utc", "UTC"],
    ["reykj", "Atlantic/Reykjavik"],
    ["San", undefined],
    ["Mars", undefined],
  ])("are found by typed text: %s", (typed, zone) => {
    expect(findZone(typed)).toBe(zone);
  });
});
