import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../schema/notice/defaults.ts";
import { findOverdue, readExpectedReturn, secondsUntilReturn } from "../../schema/notice/expected-return.ts";

describe("An expected return", () => {
  it.each([
    ...["soon", "2026-11-21", "2026-11-21T18:30", "2026-02-29T10:00:00Z", "2026-13-01T10:00:00Z"],
    ...["2026-00-10T10:00:00Z", "2026-11-31T10:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21T10:60:00Z"],
    ...["2026-11-21T10:00:61Z", "2026-11-21T10:00:60Z", "9999-12-31T23:59:59-01:00"],
    ...["0001-01-01T00:00:00+01:00", "2026-11-21T10:00:00.Z", "2026-11-21T10:00:00+24:00"],
    ...["2026-11-21T10:00:00+0100", " 2026-11-21T10:00:00Z", "2026-11-21T10:00:00Z "],
    ...["+002026-11-21T10:00:00Z", "Sat, 21 Nov 2026 10:00:00 GMT", "1795255200"],
  ])("is free text: %j", (text) => {
    expect(readExpectedReturn(text)).toEqual({ kind: "text", text });
  });

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
  ])("is a time: %s", (text, utc) => {
    expect(readExpectedReturn(text)).toEqual({ kind: "time", time: new Date(utc) });
  });

  it("is a time in every form that Date writes", () => {
    const dates = fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });
    const isTime = (time: Date) =>
      expect(readExpectedReturn(time.toISOString())).toEqual({ kind: "time", time });
    fc.assert(fc.property(dates, (time) => void isTime(time)));
  });
});

describe("The time until the expected return", () => {
  const at = (expectedReturn: string) => ({ ...defaults, expectedReturn });
  const now = Date.parse("2026-11-21T10:00:00Z");

  it.each([
    ["2026-11-21T10:01:30Z", 90],
    ["2026-11-21T11:00:00.500+01:00", 0.5],
    ["2026-11-21T10:00:00Z", 0],
    ["2026-11-20T10:00:00Z", -86_400],
  ])("is known for %j: %d s", (expectedReturn, seconds) => {
    expect(secondsUntilReturn(at(expectedReturn), now)).toBe(seconds);
  });

  it("is unknown without an expected return and for free text, and not told while it is unknown or ahead", () => {
    for (const notice of [defaults, at("soon"), at("2026-11-21 10:00")])
      expect([secondsUntilReturn(notice, now), findOverdue(notice, now)]).toEqual([undefined, undefined]);
    expect(findOverdue(at("2026-11-21T10:00:00.001Z"), now)).toBeUndefined();
  });

  it.each([
    ["2026-11-21T10:00:00Z", 0, "less than a minute"],
    ["2026-11-21T09:58:00Z", 120, "2 min"],
    ["2026-10-20T06:55:00Z", 2_775_900, "32 d 3 h 5 min"],
  ])("is told with the fix once it has passed: %j", (expectedReturn, seconds, words) => {
    const message = expect.stringContaining(` passed ${words} ago: give a time in the future`);
    expect(findOverdue(at(expectedReturn), now)).toEqual({ seconds, message });
    const inShell = expect.stringContaining(` passed ${words} ago: give a new one with \`npx notice set`);
    expect(findOverdue(at(expectedReturn), now, "npx notice")).toEqual({ seconds, message: inShell });
  });
});
