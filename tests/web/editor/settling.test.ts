import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createSettling, settleWaitMs } from "../../../web/editor/workspace/settling.ts";
import type { Outcome } from "../../../web/editor/writes/outcome.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
const outcome = { previous: 1 } as Outcome;

it("a service that is slow to say what was published holds up nothing for longer than two seconds", async () => {
  const found: Outcome[] = [];
  let answer: (outcome: Outcome) => void = () => {};
  const settle = () => new Promise<Outcome>((resolve) => (answer = resolve));
  const ask = createSettling({ settle, unknown: () => ({}) }, (late) => found.push(late));
  const first = ask("x");
  await vi.advanceTimersByTimeAsync(settleWaitMs);
  expect([await first, found]).toEqual([undefined, []]);
  answer(outcome);
  await vi.advanceTimersByTimeAsync(0);
  expect(found).toEqual([outcome]);
});

it("is asked less and less often while it does not say", async () => {
  let asked = 0;
  const settle = async () => {
    asked += 1;
    return undefined;
  };
  const ask = createSettling({ settle, unknown: () => ({}) }, () => {});
  for (let poll = 0; poll < 900; poll += 1) {
    await ask("x");
    await vi.advanceTimersByTimeAsync(4_000);
  }
  // An hour of polls.
  expect(asked).toBeLessThan(20);
  expect(asked).toBeGreaterThan(10);
});

it("is given at once where it is known at once", async () => {
  const settle = async () => outcome;
  expect(await createSettling({ settle, unknown: () => undefined }, () => {})("x")).toBe(outcome);
});
