import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { decisionMs } from "../../../data/deadline.ts";
import { defaultWaitMs } from "../../../data/nodes.ts";
import { type Base, type Result, readTimeoutMs, writeTimeoutMs } from "../../../web/editor/client.ts";
import { createPublisher } from "../../../web/editor/publisher.ts";
import type { Action, Write } from "../../../web/editor/state.ts";
import { noticeWith } from "../../support/texts/notices.ts";

const revisionOf = (revision: number, title = `Title ${revision}`): Base => ({
  revision,
  etag: `"${revision}-${title.length}"`,
  notice: noticeWith({ title }),
});
const base = revisionOf(4);
const writes: [string, Write][] = [
  ["publishing", { base, notice: noticeWith({ title: "Moving" }) }],
  ["a rollback", { base, notice: noticeWith({ title: "Moving" }), again: 2 }],
  ["an undo", { base, notice: noticeWith({ title: "Moving" }), again: 3, isUndo: true }],
];
const silence = { ok: false as const, problem: { status: 0, detail: "" } };
const conflict = { ok: false as const, problem: { status: 412, detail: "", code: "NOTICE_CHANGED" } };

/** A publisher and a service with these revisions, the last one live, and these replies to writes. */
function begin(revisions: Base[], replies: Result<never>[] = []) {
  const actions: Action[] = [];
  const asked: number[] = [];
  const write = async () => replies.shift() ?? silence;
  const publisher = createPublisher({
    client: {
      publish: write,
      rollBack: write,
      notice: async () => ({ ok: true, value: revisions.at(-1) }),
      revision: async (number) => {
        asked.push(number);
        const value = revisions.find(({ revision }) => revision === number);
        return value ? { ok: true, value: value as never } : silence;
      },
    },
    dispatch: (action) => actions.push(action),
  });
  return { publisher, asked, types: () => actions.map(({ type }) => type) };
}

beforeEach(() => {
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("location", { hostname: "127.0.0.1" });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each(writes)("After a lost reply, %s", (_name, write) => {
  const { base: before, notice: _, ...how } = write;
  const own = revisionOf(5, "Moving");

  it("is reported as published once its revision is live, only once", async () => {
    const { publisher, asked } = begin([]);
    expect(await publisher.send(write)).toEqual(silence.problem);
    expect(await publisher.settle(base)).toBeUndefined();
    expect(await publisher.settle(own)).toEqual({ publication: own, before, ...how });
    expect(await publisher.settle(revisionOf(6))).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it("is reported as published below a colleague's newer revision", async () => {
    const { publisher, asked } = begin([own, revisionOf(6)]);
    await publisher.send(write);
    expect(await publisher.settle(revisionOf(6))).toEqual({ publication: own, before, ...how });
    expect(asked).toEqual([5]);
  });

  it("is not reported if the next revision differs", async () => {
    const { publisher } = begin([]);
    await publisher.send(write);
    expect(await publisher.settle(revisionOf(5))).toBeUndefined();
    expect(await publisher.settle(own)).toBeUndefined();
  });

  it("is reported as published if a second attempt conflicts with the first", async () => {
    const { publisher, types } = begin([own], [silence, conflict]);
    await publisher.send(write);
    expect(await publisher.send(write)).toBeUndefined();
    expect(types()).toEqual(["trouble", "live", "published"]);
  });

  it("keeps a conflict with a colleague's revision", async () => {
    const { publisher, types } = begin([revisionOf(5)], [silence, conflict]);
    await publisher.send(write);
    expect(await publisher.send(write)).toEqual(conflict.problem);
    expect(types()).toEqual(["trouble", "live"]);
  });

  it("is reported when another notice is sent, which conflicts only with a colleague's revision", async () => {
    const other = { base, notice: noticeWith({ title: "Moving on" }) };
    for (const [revisions, problem] of [
      [[own], undefined],
      [[own, revisionOf(6)], conflict.problem],
    ] as const) {
      const { publisher, types } = begin([...revisions], [silence, conflict]);
      await publisher.send(write);
      expect(await publisher.send(other)).toEqual(problem);
      expect(types()).toEqual(["trouble", "live", "published"]);
    }
  });

  it("stays unknown while the next revision cannot be read", async () => {
    const revisions: Base[] = [];
    const { publisher } = begin(revisions);
    await publisher.send(write);
    expect(await publisher.settle(revisionOf(6))).toBeUndefined();
    revisions.push(own);
    expect((await publisher.settle(revisionOf(6)))?.publication).toEqual(own);
  });
});

it("a draft that a reloaded tab kept is reported as published", async () => {
  const { publisher } = begin([]);
  const kept = { base, notice: noticeWith({ title: "Moving" }) };
  const own = revisionOf(5, "Moving");
  expect(await publisher.settle(revisionOf(5), [kept])).toBeUndefined();
  expect(await publisher.settle(own, [kept])).toEqual({ publication: own, before: base });
});

it("the editor waits longer for a reply than the API may take", () => {
  expect(readTimeoutMs).toBeGreaterThan(decisionMs);
  expect(writeTimeoutMs).toBeGreaterThan(decisionMs + defaultWaitMs);
});
