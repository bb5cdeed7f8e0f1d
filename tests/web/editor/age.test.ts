import { describe, expect, it } from "vitest";
import { age } from "../../../web/editor/time/age.ts";

describe("an age", () => {
  const now = Date.parse("2026-11-22T03:00:00Z");
  it.each([
    [-30_000, "just now"],
    [-60_000, "1 minute ago"],
    [-90 * 60_000, "1 hour ago"],
    [-23 * 86_400_000, "23 days ago"],
    [2 * 3_600_000, "in 2 hours"],
  ])("of %d ms is %s", (ms, words) => {
    expect(age(now + ms, now)).toBe(words);
  });
});
