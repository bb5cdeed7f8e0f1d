import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { age, keepZone, returnText, timeInWords, zoneIn } from "../../../web/editor/time.ts";

beforeEach(() => {
  vi.stubGlobal("navigator", { languages: ["en-GB"] });
  vi.stubEnv("TZ", "Europe/Berlin");
});
afterEach(() => {
  // Files of one worker share the kept zone.
  keepZone("UTC");
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

it.each([
  [-30_000, "just now"],
  [-60_000, "1 minute ago"],
  [-90 * 60_000, "90 minutes ago"],
  [-23 * 86_400_000, "23 days ago"],
  [2 * 3_600_000, "in 2 hours"],
])("An age of %d ms reads %s", (ms, words) => {
  const now = Date.parse("2026-11-22T03:00:00Z");
  expect(age(now + ms, now)).toBe(words);
});

const zone = "America/New_York";
const evening = "Fri 20:00 in Berlin";
const leap = "2126-12-31T23:59:60Z";
const day = "Friday 29 November 2126 at 14:00";
it.each([
  ["2126-11-29T14:00:00+01:00", "", "2126-11-29 14:00", `${day} in Berlin`],
  ["2126-11-29T14:00:11Z", "", "2126-11-29 14:00:11 UTC", `${day} UTC (Fri 15:00 in Berlin)`],
  ["2126-11-29T14:00:00+05:45", "", "2126-11-29 14:00 +05:45", `${day} UTC+5:45 (Fri 09:15 in Berlin)`],
  [
    "2126-11-29T14:00:00-05:00",
    `14:00 ${zone}`,
    `2126-11-29 14:00 ${zone}`,
    `${day} in New York (${evening})`,
  ],
  [leap, "", leap, "Wednesday 1 January 2127 at 0:00 UTC (Wed 01:00 in Berlin)"],
])(
  "A time reads in the zone in which it was typed, then in the browser's zone: %s",
  (value, typed, text, words) => {
    keepZone(typed);
    expect([returnText(value), timeInWords(value).replace(",", "")]).toEqual([text, words]);
  },
);

it.each([
  ["22:30", undefined],
  ["22:30 UTC", "UTC"],
  ["2126-11-29T14:00:11Z", "UTC"],
  ["22:30 Asia/Tokyo", "Asia/Tokyo"],
  ["and/or", undefined],
])("The time zone is found in a typed text: %s", (text, zone) => {
  expect(zoneIn(text)).toBe(zone);
});
