import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { createSwitch } from "../../../api/edge/handler.ts";

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** A Worker with a store that has this value at first. */
function worker(value: string | null) {
  const get = vi.fn(async () => value);
  const read = createSwitch();
  const ask = () => read({ get }, () => {});
  /** The value for a request, and the ms for which it waits. */
  const asked = async () => {
    const before = Date.now();
    const answer = ask();
    let ms = 0;
    void answer.then(() => (ms = Date.now() - before));
    await vi.advanceTimersByTimeAsync(5_000);
    return [await answer, ms];
  };
  const isSilent = () => get.mockReturnValue(new Promise(() => {}));
  return { get, ask, asked, isSilent };
}

it("A Worker waits for the switch's value at its first request after an idle time", async () => {
  const { get, ask } = worker("off");
  expect(await ask()).toBe("off");
  get.mockResolvedValue(" ON\n");
  vi.advanceTimersByTime(70_000);
  expect(await Promise.all([ask(), ask()])).toEqual(["on", "on"]);
});

it("A busy Worker reads the switch every ten seconds, and no request waits", async () => {
  const { get, ask } = worker("off");
  await ask();
  get.mockResolvedValue("on");
  const seen = [];
  for (let second = 1; second <= 25; second += 1) {
    vi.advanceTimersByTime(1000);
    seen.push(await ask());
  }
  expect(seen).toEqual([...Array(10).fill("off"), ...Array(15).fill("on")]);
  expect(get).toHaveBeenCalledTimes(3);
});

it.each([
  ["the last known value", "on", "on"],
  ["no value if it never read one", undefined, undefined],
])("A silent store gives %s, and a request waits at most a second", async (_what, first, known) => {
  const { get, ask, asked, isSilent } = worker(first ?? null);
  if (first) await ask();
  isSilent();
  vi.advanceTimersByTime(20_000);
  expect(await asked()).toEqual([known, 1000]);
  // Later requests do not wait. A value that arrives again counts.
  expect(await asked()).toEqual([known, 0]);
  get.mockRejectedValue(new Error("KV GET failed: 500"));
  vi.advanceTimersByTime(20_000);
  expect(await asked()).toEqual([known, 0]);
  get.mockResolvedValue("read-only");
  vi.advanceTimersByTime(20_000);
  expect(await asked()).toEqual(["read-only", 0]);
});
