import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CompletedWrite } from "../../../schema/editor-api/write-outcome.ts";
import type { ErrorCode } from "../../../schema/errors/notice-error.ts";
import type { Client, Guard } from "../../../web/editor/client/client.ts";
import type { Result } from "../../../web/editor/client/request.ts";
import type { BrowserStorage } from "../../../web/editor/kept/browser-storage.ts";
import { texts } from "../../../web/editor/texts.ts";
import { createSendWrite } from "../../../web/editor/workspace/send-write.ts";
import { senderOf } from "../../../web/editor/workspace/sender.ts";
import type { Action } from "../../../web/editor/workspace/workspace.ts";
import { createPublisher } from "../../../web/editor/writes/publisher.ts";
import type { Write } from "../../../web/editor/writes/sent-writes.ts";
import { noticeWith } from "../../support/texts/notices.ts";
import { storageWith } from "./storage.ts";

const tagOf = (revision: number) => `"${revision}-0123abcd"`;
const base = { revision: 4, etag: tagOf(4) };
const notice = noticeWith({ title: "Moving" });
const writes: [string, Write][] = [
  ["a notice", { base, notice }],
  ["a rollback", { base, again: 2 }],
  ["an undo", { base, again: 3, isUndo: true }],
];
const written = (revision: number): CompletedWrite => ({
  revision,
  etag: tagOf(revision),
  changed: [],
  warnings: [],
  notice,
  published: true,
});
const silence: Result<CompletedWrite> = { ok: false, problem: { status: 0, detail: "" } };
const refused = (status: number, code?: string): Result<CompletedWrite> => ({
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
function begin(
  replies: Result<CompletedWrite>[],
  storage: BrowserStorage = storageWith(),
  tab = "a",
  as = "anna",
) {
  const sent: Guard[] = [];
  const answer = async (_what: unknown, guard: Guard) => {
    sent.push(guard);
    return replies.shift() ?? silence;
  };
  const client: Pick<Client, "publish" | "rollBack"> = { publish: answer, rollBack: answer };
  const publisher = createPublisher({ client, storage, tab, sender: () => as });
  return { publisher, storage, sent, keys: () => new Set(sent.map(({ key }) => key)).size };
}

beforeEach(() => {
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("location", { hostname: "127.0.0.1" });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

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
    ...["{", "5", '[{"key":"x","write":{}}]'].map((text) => storageWith({ "backsoon write 2 a": text })),
  ]) {
    const { publisher } = begin([silence, { ok: true, value: written(5) }], storage);
    expect(await publisher.settle(tagOf(9))).toBeUndefined();
    await publisher.send({ base, notice });
    expect(await publisher.send({ base, notice })).toMatchObject({ ok: true });
  }
});

describe("a write that differs from one whose answer was lost", () => {
  const changed = { base, notice: noticeWith({ title: "Moving!" }) };
  const conflict = refused(412, "NOTICE_CHANGED");
  const ok: Result<CompletedWrite> = { ok: true, value: written(5) };

  /** Publishes both through the workspace; the second one when something else is live. */
  async function publishBoth(replies: Result<CompletedWrite>[], live = 5) {
    const { publisher, sent, storage } = begin([silence, ...replies]);
    const actions: Action[] = [];
    const notices = async () => ({ ok: true as const, value: { revision: live, etag: tagOf(live), notice } });
    await publisher.send({ base, notice });
    const dispatch = (action: Action) => actions.push(action);
    const problem = await createSendWrite({ client: { notice: notices }, publisher, dispatch })(changed);
    return { publisher, sent, storage, problem, types: actions.map(({ type }) => type) };
  }

  it("finds that one published, and is no conflict with anybody", async () => {
    const { sent, storage, problem, types } = await publishBoth([conflict, ok]);
    expect([problem?.isByEarlier, types, sent[2], storage.length]).toEqual([
      true,
      ["live", "published"],
      sent[0],
      0,
    ]);
  });

  it("is a conflict where that one was not published, or somebody else has published since", async () => {
    const lost = await publishBoth([conflict, conflict]);
    expect([lost.problem?.code, lost.problem?.isByEarlier, lost.types, lost.storage.length]).toEqual([
      "NOTICE_CHANGED",
      undefined,
      ["live"],
      0,
    ]);
    const overtaken = await publishBoth([conflict, ok], 6);
    expect([overtaken.problem?.code, overtaken.problem?.isByEarlier, overtaken.types]).toEqual([
      "NOTICE_CHANGED",
      undefined,
      ["live", "published"],
    ]);
  });

  it("is not known to be one while nobody answers for that one", async () => {
    const { publisher, sent, problem, types } = await publishBoth([conflict, silence, ok]);
    expect([problem?.status, types]).toEqual([504, ["live"]]);
    expect((await publisher.settle(tagOf(5)))?.publication.revision).toBe(5);
    expect(sent[3]).toEqual(sent[0]);
  });

  it("makes that one impossible once it is published", async () => {
    const { problem, types, storage } = await publishBoth([ok]);
    expect([problem, types, storage.length]).toEqual([undefined, ["published"], 0]);
  });
});

it("what somebody else sent from this browser is not known by asking under another name", async () => {
  // As it is kept: the words for it change with the language of the page.
  const anna = senderOf({ via: "token", name: "anna" });
  expect(anna).toBe("token anna");
  const before = begin([silence], undefined, "a", anna);
  await before.publisher.send({ base, notice });
  const { publisher, keys } = begin([refused(412, "NOTICE_CHANGED")], before.storage, "a", "ben");
  const client = { notice: async () => ({ ok: true as const, value: { ...written(5), notice } }) };
  const problem = await createSendWrite({ client, publisher, dispatch: () => {} })({ base, notice });
  expect([problem?.status, problem?.detail, keys()]).toEqual([
    504,
    texts.publish.sentBefore("anna with a token"),
    1,
  ]);
  expect(publisher.unknown(tagOf(5))).toEqual({ sender: anna });
  const again = begin([{ ok: true, value: written(5) }], before.storage, "a", anna);
  expect((await again.publisher.settle(tagOf(5)))?.publication.revision).toBe(5);
});

it("what closed tabs sent more than a day ago is removed, and what cannot be read", async () => {
  const day = 24 * 60 * 60 * 1000;
  const entry = (at: number) => JSON.stringify([{ key: "k", by: "anna", at, write: { base, notice } }]);
  const storage = storageWith({
    "backsoon write 2 b": entry(Date.now() - day),
    "backsoon write 2 c": entry(Date.now() - day / 2),
    "backsoon write 1 d": "{}",
    "backsoon draft 1 e": "{}",
  });
  begin([], storage);
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  expect(names.sort()).toEqual(["backsoon draft 1 e", "backsoon write 2 c"]);
});
