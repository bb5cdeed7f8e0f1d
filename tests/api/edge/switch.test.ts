import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { createSwitch } from "../../../api/edge/handler.ts";

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** A Worker beside a store that holds this value at first. */
function worker(value: string | null) {
  const get = vi.fn(async () => value);
  const read = createSwitch();
  const ask = () => read({ get }, () => {});
  /** What a request gets, and how many ms it waits for the store. */
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

it("the switch is turned on while a Worker is idle: its first request waits for the store", async () => {
  const { get, ask } = worker("off");
  expect(await ask()).toBe("off");
  get.mockResolvedValue(" ON\n");
  vi.advanceTimersByTime(70_000);
  expect(await Promise.all([ask(), ask()])).toEqual(["on", "on"]);
});

it("a Worker that has requests reads the switch every ten seconds, and no request waits for that", async () => {
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
  ["none, if it was never read,", undefined, undefined],
])(
  "while the store is silent, %s stays, and a request waits a second at most",
  async (_what, first, known) => {
    const { get, ask, asked, isSilent } = worker(first ?? null);
    if (first) await ask();
    isSilent();
    vi.advanceTimersByTime(20_000);
    expect(await asked()).toEqual([known, 1000]);
    // The others go on at once, and a store that answers again is believed.
    expect(await asked()).toEqual([known, 0]);
    get.mockRejectedValue(new Error("KV GET failed: 500"));
    vi.advanceTimersByTime(20_000);
    expect(await asked()).toEqual([known, 0]);
    get.mockResolvedValue("read-only");
    vi.advanceTimersByTime(20_000);
    expect(await asked()).toEqual(["read-only", 0]);
  },
);
