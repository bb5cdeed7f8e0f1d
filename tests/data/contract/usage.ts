import { expect, it } from "vitest";
import type { StoreBackend } from "../../../data/store.ts";
import { closing } from "../../support/shared.ts";
import { draftWith } from "../../support/texts/notices.ts";

/** A place for a store, and how to change its tables directly. */
interface EmptyStore {
  backend: Pick<StoreBackend, "create" | "latestNumber" | "openUsage" | "watch">;
  alter(sql: string): unknown;
}

const refusal = (words: string) => ({ code: "LIMIT_REACHED", message: expect.stringContaining(words) });

/** Tests how every kind of store counts requests to the models. `makeEmpty` names a place without a store. */
export function describeUsageContract(makeEmpty: () => Promise<EmptyStore>): void {
  const open = async (backend: EmptyStore["backend"]) => closing(await backend.openUsage());
  const createStore = async () => {
    const store = await makeEmpty();
    await store.backend.create({ ...draftWith(), number: 1 });
    return { ...store, usage: await open(store.backend) };
  };

  it("counts the requests of all processes together, and wakes no watcher", async () => {
    const { backend, usage } = await createStore();
    const other = await open(backend);
    const watcher = closing(await backend.watch());
    await expect.poll(() => watcher.poll()).toMatchObject({ number: 1 });
    expect(await usage.usesToday()).toBe(0);
    expect(await usage.reserveUse(50)).toEqual({ count: 1, limit: 50 });
    expect(await other.reserveUse(50)).toEqual({ count: 2, limit: 50 });
    expect([await usage.usesToday(), await other.usesToday()]).toEqual([2, 2]);
    expect([watcher.poll(), await backend.latestNumber()]).toEqual([undefined, 1]);
  });

  it("lets as many of eight simultaneous requests through as the limit allows", async () => {
    const { backend, usage } = await createStore();
    const many = await Promise.all(Array.from({ length: 8 }, () => open(backend)));
    const outcomes = await Promise.allSettled(many.map((one) => one.reserveUse(5)));
    const counts = outcomes.map((one) => (one.status === "fulfilled" ? one.value.count : one.reason));
    const refused = expect.objectContaining(refusal("(5 of 5)"));
    expect(counts.sort()).toEqual([1, 2, 3, 4, 5, refused, refused, refused]);
    expect(await usage.usesToday()).toBe(5);
  });

  it("refuses requests after the limit was lowered, and allows them after it was raised", async () => {
    const { usage } = await createStore();
    for (const limit of [50, 50, 3]) await usage.reserveUse(limit);
    await expect(usage.reserveUse(2)).rejects.toMatchObject(refusal("(3 of 2)"));
    expect(await usage.usesToday()).toBe(3);
    expect(await usage.reserveUse(4)).toEqual({ count: 4, limit: 4 });
  });

  it("refuses each request with a limit of 0, and counts none", async () => {
    const { usage } = await createStore();
    const off = refusal("AI_DAILY_LIMIT is 0");
    await expect(usage.reserveUse(0)).rejects.toMatchObject(off);
    expect(await usage.usesToday()).toBe(0);
    await usage.reserveUse(1);
    await expect(usage.reserveUse(0)).rejects.toMatchObject(off);
  });

  it("counts from 0 on each new day", async () => {
    const { usage, alter } = await createStore();
    for (const limit of [2, 2]) await usage.reserveUse(limit);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await alter(`UPDATE usage SET day = '${yesterday}'`);
    expect(await usage.usesToday()).toBe(0);
    expect(await usage.reserveUse(2)).toEqual({ count: 1, limit: 2 });
  });
}
