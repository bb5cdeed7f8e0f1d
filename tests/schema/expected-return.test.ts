import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readExpectedReturn } from "../../schema/notice/expected-return.ts";

describe("an expected return is free text", () => {
  it.each([
    "soon",
    "2026-11-21",
    "2026-11-21T18:30",
    "2026-11-21T18:30:00",
    "2026-11-21 18:30:00Z",
    "2026-02-29T10:00:00Z",
    "2026-13-01T10:00:00Z",
    "2026-00-10T10:00:00Z",
    "2026-11-31T10:00:00Z",
    "2026-11-21T24:00:00Z",
    "2026-11-21T10:60:00Z",
    "2026-11-21T10:00:61Z",
    "2026-11-21T10:00:60Z",
    "9999-12-31T23:59:59-01:00",
    "0001-01-01T00:00:00+01:00",
    "2026-11-21T10:00:00.Z",
    "2026-11-21T10:00:00+24:00",
    "2026-11-21T10:00:00+0100",
    " 2026-11-21T10:00:00Z",
    "2026-11-21T10:00:00Z ",
    "+002026-11-21T10:00:00Z",
    "Sat, 21 Nov 2026 10:00:00 GMT",
    "1795255200",
  ])("%j", (text) => {
    expect(readExpectedReturn(text)).toEqual({ kind: "text", text });
  });
});

describe("an expected return is a time", () => {
  it.each([
    ["2026-11-21T18:30:00Z", "2026-11-21T18:30:00.000Z"],
    ["2026-11-21T18:30:00+01:00", "2026-11-21T17:30:00.000Z"],
    ["2026-11-21T18:30:00-09:30", "2026-11-22T04:00:00.000Z"],
    ["2026-11-21t18:30:00z", "2026-11-21T18:30:00.000Z"],
    ["2026-11-21T18:30:00-00:00", "2026-11-21T18:30:00.000Z"],
    ["2026-11-21T18:30:00.123456Z", "2026-11-21T18:30:00.123Z"],
    ["2026-11-21T18:30:00.5Z", "2026-11-21T18:30:00.500Z"],
    ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"],
    ["2026-12-31T23:59:60Z", "2027-01-01T00:00:00.000Z"],
    ["2027-01-01T00:59:60+01:00", "2027-01-01T00:00:00.000Z"],
    ["0099-01-01T00:00:00Z", "0099-01-01T00:00:00.000Z"],
  ])("%s", (text, utc) => {
    expect(readExpectedReturn(text)).toEqual({ kind: "time", time: new Date(utc) });
  });

  it("for each moment as Date writes it", () => {
    const dates = fc.date({
      min: new Date("0001-01-01T00:00:00Z"),
      max: new Date("9999-12-31T23:59:59.999Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(dates, (time) => {
        expect(readExpectedReturn(time.toISOString())).toEqual({ kind: "time", time });
      }),
    );
  });
});
