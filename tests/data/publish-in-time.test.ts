import { join } from "node:path";
import { expect, it } from "vitest";
import { decisionMs } from "../../data/deadline.ts";
import { publish } from "../../data/publish.ts";
import { sqliteBackend } from "../../data/sqlite/backend.ts";
import type { NoticeStore, StoreBackend } from "../../data/store.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { temporaryFolder } from "../support/folder.ts";
import { draftWith, noticeWith } from "../support/texts/notices.ts";

/** A shared store with these changes, and the milliseconds that each call to it was given. */
async function newTarget(changes: Partial<NoticeStore> = {}) {
  const folder = temporaryFolder();
  const backend = sqliteBackend(join(folder, "notice.db"));
  await backend.create({ ...draftWith(), number: 1 });
  const given: [string, number][] = [];
  const open: StoreBackend["open"] = async (deadline) => {
    const store = { ...(await backend.open(deadline)), storeId: "this", nodes: async () => [], ...changes };
    return new Proxy(store, {
      get(target, name: keyof NoticeStore) {
        const value = target[name];
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          given.push([name, deadline?.timeLeftMs() ?? Number.POSITIVE_INFINITY]);
          return Reflect.apply(value, target, args);
        };
      },
    });
  };
  return { given, target: { backend: { ...backend, open }, lastKnownGood: join(folder, "known.json") } };
}

const change = () => noticeWith({ title: "Changed" });

it.each([
  [3000, 3000],
  [60_000, 60_000],
  [0, 1000],
])(
  "publish stores the change within ten seconds, then waits for nodes for the given time: %i ms",
  async (waitMs, restMs) => {
    const { given, target } = await newTarget();
    const { published } = await publish(target, { author: "anna", waitMs }, change);
    expect(published?.number).toBe(2);
    const decided = given.findIndex(([name]) => name === "append");
    for (const [, leftMs] of given.slice(0, decided + 1)) expect(leftMs).toBeLessThanOrEqual(decisionMs);
    const rest = given.slice(decided + 1, -1);
    expect(rest.map(([name]) => name)).toEqual(["latestNumber", ...(waitMs > 0 ? ["nodes"] : [])]);
    for (const [, leftMs] of rest) expect(leftMs).toBeLessThanOrEqual(restMs);
  },
);

it("publish returns the last known state of nodes if it cannot read them in time", async () => {
  const node = { id: "1", label: "web-1", storeId: "this", number: 1, hash: "", silentSeconds: 0 };
  let asked = 0;
  const nodes = async () => {
    asked += 1;
    // Before the change and right after it.
    if (asked > 2) throw new NoticeError("STORE_LATE", {});
    return [node];
  };
  const { target } = await newTarget({ nodes });
  const publication = await publish(target, { author: "anna", waitMs: 60_000 }, change);
  expect(publication.nodes).toEqual({ live: [], others: [node], silent: [] });
});

it("publish calls a repeated request unconfirmed, not refused, if its revision cannot be compared", async () => {
  const requestId = "01234567-89ab-cdef-0123-456789abcdef";
  const { target } = await newTarget();
  await publish(target, { author: "anna", requestId }, change);
  const history = async () => {
    throw new NoticeError("STORE_LATE", {});
  };
  const open: StoreBackend["open"] = async () => ({ ...(await target.backend.open()), history });
  const again = publish(
    { ...target, backend: { ...target.backend, open } },
    { author: "anna", requestId },
    change,
  );
  await expect(again).rejects.toMatchObject({ code: "PUBLISH_UNCONFIRMED", status: 504 });
});
