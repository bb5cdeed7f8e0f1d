import { describe, expect, it } from "vitest";
import type { Written } from "../../schema/api/written.ts";
import type { ErrorCode } from "../../schema/errors/notice-error.ts";
import type { Client, Guard } from "../../web/editor/client/client.ts";
import type { Reply } from "../../web/editor/client/request.ts";
import type { BrowserStorage } from "../../web/editor/kept/browser-storage.ts";
import { createPublisher } from "../../web/editor/publish/publisher.ts";
import type { Write } from "../../web/editor/publish/sent-writes.ts";
import { storageWith } from "../support/browser/storage.ts";
import { noticeWith } from "../support/texts/notices.ts";

const tagOf = (revision: number) => `"${revision}-0123abcd"`;
const base = { revision: 4, etag: tagOf(4) };
const notice = noticeWith({ title: "Moving" });
const writes: [string, Write][] = [
  ["a notice", { base, notice }],
  ["a rollback", { base, again: 2 }],
  ["an undo", { base, again: 3, isUndo: true }],
];
const written = (revision: number): Written => ({
  ...{ revision, etag: tagOf(revision), changed: [], warnings: [], notice, published: true },
});
const silence: Reply<Written> = { ok: false, problem: { status: 0, detail: "" } };
const refused = (status: number, code?: string): Reply<Written> => ({
  ok: false,
  problem: { status, detail: "", ...(code !== undefined && { code }) },
});

/** What is said of a write once its key has been looked for. */
const decided: [number, ErrorCode][] = [
  [412, "NOTICE_CHANGED"],
  [422, "NOTICE_INVALID"],
  [422, "REQUEST_REUSED"],
  [404, "REVISION_UNKNOWN"],
  [428, "IF_MATCH_MISSING"],
];
/** What is said before, or by a proxy. */
const undecided: [number, ErrorCode?][] = [
  [400, "REQUEST_INVALID"],
  [404, "PATH_UNKNOWN"],
  [405, "METHOD_WRONG"],
  [413, "DOCUMENT_TOO_LARGE"],
  [415, "MEDIA_TYPE_WRONG"],
  [421, "HOST_FOREIGN"],
  [431, "HEADERS_TOO_LARGE"],
  ...[401, 403, 404, 408, 409, 412, 422, 429, 500, 503, 504].map((status): [number, ErrorCode?] => [status]),
];

/** A tab before a service that replies as it is told, one request after the other. */
function begin(replies: Reply<Written>[], storage: BrowserStorage = storageWith(), tab = "a") {
  const sent: Guard[] = [];
  const answer = async (_what: unknown, guard: Guard) => {
    sent.push(guard);
    return replies.shift() ?? silence;
  };
  const client: Pick<Client, "publish" | "rollBack"> = { publish: answer, rollBack: answer };
  const publisher = createPublisher({ client, storage, tab });
  return { publisher, storage, sent, keys: () => new Set(sent.map(({ key }) => key)).size };
}

describe.each(writes)("%s", (_name, write) => {
  const outcome = { publication: written(5), previous: 4, ...("again" in write && write) };
  const { base: _, ...expected } = outcome as typeof outcome & { base?: unknown };

  it("whose answer is lost is sent again under the same key, by the same page and after a reload", async () => {
    const { publisher, storage, sent, keys } = begin([silence, silence]);
    expect(await publisher.send(write)).toEqual(silence);
    await publisher.send(write);
    const after = begin([{ ok: true, value: written(5) }], storage);
    expect(await after.publisher.send(write)).toEqual({ ok: true, value: expected });
    expect([keys(), after.sent[0]]).toEqual([1, sent[0]]);
    expect(storage.length).toBe(0);
  });

  it("is asked for by itself after a reload, and only once something else is live", async () => {
    const { publisher, storage, sent } = begin([silence]);
    await publisher.send(write);
    const after = begin([silence, { ok: true, value: written(5) }], storage);
    expect(await after.publisher.settle(base.etag)).toBeUndefined();
    expect(after.sent).toEqual([]);
    expect(await after.publisher.settle(tagOf(5))).toBeUndefined();
    expect(await after.publisher.settle(tagOf(5))).toEqual(expected);
    expect(after.sent).toEqual([sent[0], sent[0]]);
    expect(await after.publisher.settle(tagOf(6))).toBeUndefined();
    expect(after.sent.length).toBe(2);
  });

  it("that is sent twice at once is sent once", async () => {
    const { publisher, sent } = begin([{ ok: true, value: written(5) }]);
    const both = await Promise.all([publisher.send(write), publisher.send({ ...write })]);
    expect([both[0], sent.length, publisher.isSending()]).toEqual([both[1], 1, false]);
  });

  it.each(decided)(
    "that was refused with %i %s is forgotten, and has another key the next time",
    async (...why) => {
      const { publisher, keys, storage } = begin([refused(...why), refused(...why)]);
      await publisher.send(write);
      expect(storage.length).toBe(0);
      await publisher.send(write);
      expect(keys()).toBe(2);
    },
  );

  it.each(undecided)(
    "that got %s %s keeps its key: an earlier try may have been published",
    async (...why) => {
      const { publisher, keys } = begin([silence, refused(...why)]);
      for (let count = 0; count < 3; count += 1) await publisher.send(write);
      expect(keys()).toBe(1);
    },
  );
});

it("another write has another key", async () => {
  const { publisher, keys } = begin([]);
  for (const [, write] of writes) await publisher.send(write);
  expect(keys()).toBe(3);
});

it("what a tab that was closed has sent goes on in the one that takes it over", async () => {
  const closed = begin([silence]);
  await closed.publisher.send({ base, notice });
  const { publisher, storage, sent } = begin([{ ok: true, value: written(5) }], closed.storage, "b");
  publisher.takeOver("a");
  expect((await publisher.settle(tagOf(5)))?.publication.revision).toBe(5);
  expect([sent, storage.length]).toEqual([closed.sent, 0]);
});

it("a browser that keeps nothing, or something else, holds up no publication", async () => {
  const refuse = (): never => {
    throw new DOMException("no", "QuotaExceededError");
  };
  const forbidden = { ...storageWith(), getItem: refuse, setItem: refuse, removeItem: refuse };
  for (const storage of [
    forbidden,
    ...["{", "5", '{"key":"x","write":{}}'].map((text) => storageWith({ "backsoon write 1 a": text })),
  ]) {
    const { publisher } = begin([silence, { ok: true, value: written(5) }], storage);
    expect(await publisher.settle(tagOf(9))).toBeUndefined();
    await publisher.send({ base, notice });
    expect(await publisher.send({ base, notice })).toMatchObject({ ok: true });
  }
});
