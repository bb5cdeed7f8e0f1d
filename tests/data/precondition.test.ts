import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { atRevision, type Precondition, type PublishRequest, publish, whatever } from "../../data/publish.ts";
import { sqliteBackend } from "../../data/sqlite/backend.ts";
import type { StoreBackend } from "../../data/store.ts";
import { temporaryFolder } from "../support/folder.ts";
import { draftWith, noticeWith } from "../support/texts/notices.ts";

/** A store with one revision. Somebody else publishes each of these titles right before our writes. */
async function newTarget(theirs: string[] = []) {
  const folder = temporaryFolder();
  const backend = sqliteBackend(join(folder, "notice.db"));
  await backend.create({ ...draftWith({ title: "One" }), number: 1 });
  const open: StoreBackend["open"] = async (deadline) => {
    const store = await backend.open(deadline);
    const append: typeof store.append = async (...change) => {
      const title = theirs.shift();
      if (title !== undefined) await store.append(draftWith({ title }));
      return store.append(...change);
    };
    return { ...store, append };
  };
  const target = { backend: { ...backend, open }, lastKnownGood: join(folder, "known.json") };
  const publishAs = (request: Partial<PublishRequest> = {}, title = "Mine") =>
    publish(target, { author: "anna", ...request }, () => noticeWith({ title }));
  return { backend, publishAs };
}

describe("A precondition of publish", () => {
  it("is checked again if somebody else publishes first", async () => {
    const { backend, publishAs } = await newTarget(["Theirs"]);
    const published = publishAs({ precondition: atRevision({ number: 1 }) });
    await expect(published).rejects.toMatchObject({ code: "REVISION_CONFLICT" });
    expect(await backend.latestNumber()).toBe(2);
  });

  it("receives the latest and the first revision at each attempt", async () => {
    const { publishAs } = await newTarget(["Two", "Three"]);
    const asked: unknown[] = [];
    const precondition: Precondition = (latest, first) =>
      void asked.push([latest.notice?.title, first.notice?.title]);
    await publishAs({ precondition });
    expect(asked).toEqual([
      ["One", "One"],
      ["Two", "One"],
      ["Three", "One"],
    ]);
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
  const { publishAs } = await newTarget(["Theirs"]);
  const predecessor = { number: 2, notice: noticeWith({ title: "Theirs" }) };
  const requestId = randomUUID();
  expect(await publishAs({ requestId })).toMatchObject({ number: 3, predecessor });
  await publishAs({}, "Later");
  expect(await publishAs({ requestId })).toMatchObject({ number: 3, predecessor });
});
