import { afterEach, describe, expect, it, vi } from "vitest";
import { pollWaitMs } from "../../web/live/watch-notice.ts";

afterEach(() => void vi.restoreAllMocks());
const waitWith = (chance: number, ...given: Parameters<typeof pollWaitMs>): number => {
  vi.spyOn(Math, "random").mockReturnValue(chance);
  return Math.round(pollWaitMs(...given));
};

describe("The wait before the next poll", () => {
  it("varies by a fifth, so that pages do not all poll at once", () => {
    const waits = [0, 0.25, 0.5, 1].map((chance) => waitWith(chance, 10, 0, false));
    expect(waits).toEqual([8_000, 9_000, 10_000, 12_000]);
  });

  it("doubles after each failure, up to a minute", () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 1000].map((failures) => waitWith(1, 1, failures, false));
    expect(waits).toEqual([1_200, 2_400, 4_800, 9_600, 19_200, 38_400, 60_000, 60_000]);
  });

  it("is a minute while the tab is hidden, or longer if the setting is longer", () => {
    expect(waitWith(0.5, 40, 0, true)).toBe(60_000);
    expect(waitWith(0.5, 600, 0, true)).toBe(600_000);
    expect(waitWith(0.5, 600, 5, true)).toBe(600_000);
  });
});
