import { beforeEach, describe, expect, it, vi } from "vitest";
import { hasReturnedInVain, mayReturn, rememberReturn } from "../../web/live/return.ts";

/** The waits of a tab in a loop, in seconds. */
const waits = [15, 30, 60, 120, 240, 480, 600, 600, 600];

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.useFakeTimers({ now: new Date("2026-11-21T09:00:00Z") });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe("A tab", () => {
  it("may return at once, then waits twice as long after each return that led to the notice again, up to ten minutes", () => {
    expect([mayReturn(), hasReturnedInVain()]).toEqual([true, false]);
    for (const seconds of waits) {
      rememberReturn();
      expect(hasReturnedInVain()).toBe(true);
      vi.advanceTimersByTime(seconds * 1000 - 1);
      expect([seconds, mayReturn()]).toEqual([seconds, false]);
      vi.advanceTimersByTime(1);
      expect([seconds, mayReturn()]).toEqual([seconds, true]);
    }
  });

  it("starts again with short waits after it was in the app for long enough", () => {
    for (const seconds of waits) {
      vi.advanceTimersByTime(seconds * 1000);
      rememberReturn();
    }
    // Twice its last wait, and the two minutes that a page may be late.
    vi.advanceTimersByTime(22 * 60_000 - 1);
    expect(hasReturnedInVain()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(hasReturnedInVain()).toBe(false);
    rememberReturn();
    vi.advanceTimersByTime(15_000);
    expect(mayReturn()).toBe(true);
  });

  it("may return after its clock was set back by a day", () => {
    rememberReturn();
    vi.setSystemTime(Date.now() - 24 * 60 * 60_000);
    expect(mayReturn()).toBe(true);
  });
});
