import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { oncePerTurn } from "../../api/app/once-per-turn.ts";

describe("a question that is asked once per turn of the event loop", () => {
  it("has one answer within a turn, promises and ticks included, and another one in the next", async () => {
    let count = 0;
    const ask = oncePerTurn(() => ++count);
    expect([ask(), ask()]).toEqual([1, 1]);
    await Promise.resolve();
    await new Promise(process.nextTick);
    expect(ask()).toBe(1);
    await nextTurn();
    expect([ask(), ask()]).toEqual([2, 2]);
  });

  it("is asked again after it has failed", () => {
    let count = 0;
    const ask = oncePerTurn(() => {
      count += 1;
      if (count === 1) throw new Error("away");
      return count;
    });
    expect(ask).toThrow("away");
    expect(ask()).toBe(2);
  });
});
