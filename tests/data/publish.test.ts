import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decisionMs } from "../../data/deadline.ts";
import { atRevision, type Precondition, type PublishRequest, publish, whatever } from "../../data/publish.ts";
import { sqliteBackend } from "../../data/sqlite/backend.ts";
import type { NoticeStore, StoreBackend } from "../../data/store.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { temporaryFolder } from "../support/folder.ts";
import { draftWith, noticeWith } from "../support/texts/notices.ts";

/** A store with one revision. `change` changes each store that a publication opens. */
async function newTarget(change: (store: NoticeStore) => Partial<NoticeStore> = () => ({})) {
  const folder = temporaryFolder();
  const backend = sqliteBackend(join(folder, "notice.db"));
  await backend.create({ ...draftWith({ title: "One" }), number: 1 });
  /** The calls to a store, and the milliseconds that each was given. */
  const given: [string, number][] = [];
  const open: StoreBackend["open"] = async (deadline) => {
    const store = await backend.open(deadline);
    return new Proxy<NoticeStore>(
      { ...store, ...change(store) },
      {
        get(target, name: keyof NoticeStore) {
          const value = target[name];
          if (typeof value !== "function") return value;
          return (...args: unknown[]) => {
            given.push([name, deadline?.timeLeftMs() ?? Number.POSITIVE_INFINITY]);
            return Reflect.apply(value, target, args);
          };
        },
      },
    );
  };
  const target = { backend: { ...backend, open }, lastKnownGood: join(folder, "known.json") };
  const publishAs = (request: Partial<PublishRequest> = {}, title = "Mine") =>
    publish(target, { author: "anna", ...request }, () => noticeWith({ title }));
  return { backend, publishAs, given };
}

/** Somebody else publishes each of these titles right before our writes. */
const disturbed = (...titles: string[]) =>
  newTarget(({ append }) => ({
    async append(...change) {
      const title = titles.shift();
      if (title !== undefined) await append(draftWith({ title }));
      return append(...change);
    },
  }));

/** A store that nodes share. */
const shared = (nodes: NonNullable<NoticeStore["nodes"]>) => newTarget(() => ({ storeId: "this", nodes }));

describe("A precondition of publish", () => {
  it("is checked again if somebody else publishes first", async () => {
    const { backend, publishAs } = await disturbed("Theirs");
    const published = publishAs({ precondition: atRevision({ number: 1 }) });
    await expect(published).rejects.toMatchObject({ code: "REVISION_CONFLICT" });
    expect(await backend.latestNumber()).toBe(2);
  });

  it("receives the latest and the first revision at each attempt", async () => {
    const { publishAs } = await disturbed("Two", "Three");
    const asked: unknown[] = [];
    const precondition: Precondition = (latest, first) =>
      void asked.push([latest.notice?.title, first.notice?.title]);
    await publishAs({ precondition });
    expect(asked).toEqual(["One", "Two", "Three"].map((title) => [title, "One"]));
  });

  it("is not checked for a request that was stored before", async () => {
    const { publishAs } = await newTarget();
    const request = { requestId: randomUUID(), precondition: atRevision({ number: 1 }) };
    const first = await publishAs(request);
    expect(await publishAs(request)).toMatchObject({ number: 2, published: first.published });
  });
});

it.each<[string, Partial<PublishRequest>, string, object]>([
  ["is published", {}, "Mine", { number: 2 }],
  ["would be published", { dryRun: true }, "Mine", { number: 1 }],
  ["changes nothing", { precondition: whatever }, "One", { number: 1, changes: [] }],
])("publish reports the revision that a change follows, if it %s", async (_what, request, title, outcome) => {
  const { publishAs } = await newTarget();
  const predecessor = { number: 1, notice: noticeWith({ title: "One" }) };
  expect(await publishAs(request, title)).toMatchObject({ ...outcome, predecessor });
});

it("publish reports the same predecessor when the request is repeated after later changes", async () => {
  const { publishAs } = await disturbed("Theirs");
  const predecessor = { number: 2, notice: noticeWith({ title: "Theirs" }) };
  const requestId = randomUUID();
  expect(await publishAs({ requestId })).toMatchObject({ number: 3, predecessor });
  await publishAs({}, "Later");
  expect(await publishAs({ requestId })).toMatchObject({ number: 3, predecessor });
});

it.each([3000, 60_000, 0])("publish stores in ten seconds, then waits %i ms for nodes", async (waitMs) => {
  const { given, publishAs } = await shared(async () => []);
  const { published } = await publishAs({ waitMs });
  expect(published?.number).toBe(2);
  const decided = given.findIndex(([name]) => name === "append");
  for (const [, leftMs] of given.slice(0, decided + 1)) expect(leftMs).toBeLessThanOrEqual(decisionMs);
  const rest = given.slice(decided + 1, -1);
  expect(rest.map(([name]) => name)).toEqual(["latestNumber", ...(waitMs > 0 ? ["nodes"] : [])]);
  for (const [, leftMs] of rest) expect(leftMs).toBeLessThanOrEqual(waitMs || 1000);
});

it("publish returns the last known state of nodes if it cannot read them in time", async () => {
  const node = { id: "1", label: "web-1", storeId: "this", number: 1, hash: "", silentSeconds: 0 };
  // It asks before the change and right after it.
  const answers = [[node], [node]];
  const late = () => Promise.reject(new NoticeError("STORE_LATE", {}));
  const { publishAs } = await shared(async () => answers.pop() ?? late());
  expect((await publishAs({ waitMs: 60_000 })).nodes).toEqual({ live: [], others: [node], silent: [] });
});

it("publish calls a repeated request unconfirmed, not refused, if its revision cannot be compared", async () => {
  const requestId = randomUUID();
  let isLate = false;
  const { publishAs } = await newTarget(({ history }) => ({
    async history(page) {
      if (isLate) throw new NoticeError("STORE_LATE", {});
      return history(page);
    },
  }));
  await publishAs({ requestId });
  isLate = true;
  const again = publishAs({ requestId });
  await expect(again).rejects.toMatchObject({ code: "PUBLISH_UNCONFIRMED", status: 504 });
});
