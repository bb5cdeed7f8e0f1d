import { describe, expect, it } from "vitest";
import { decisionMs } from "../../../data/deadline.ts";
import { defaultWaitMs } from "../../../data/nodes.ts";
import { type Base, type Result, readTimeoutMs, writeTimeoutMs } from "../../../web/editor/client.ts";
import { createPublisher } from "../../../web/editor/publisher.ts";
import type { Action, Write } from "../../../web/editor/state.ts";
import { noticeWith } from "../../support/texts/notices.ts";
import { baseOf, failed, inBrowser } from "./made-up.ts";

const base = baseOf(4);
const notice = noticeWith({ title: "Moving" });
const own = baseOf(5, "Moving");
const writes: [string, Write][] = [
  ["publishing", { base, notice }],
  ["a rollback", { base, notice, again: 2 }],
  ["an undo", { base, notice, again: 3, isUndo: true }],
];
const conflict = failed(412, "NOTICE_CHANGED");

/** A publisher and a service with these revisions, the last one live, and these replies to writes. */
function begin(revisions: Base[], replies: Result<never>[] = []) {
  const actions: Action[] = [];
  const asked: number[] = [];
  const write = async () => replies.shift() ?? failed();
  const client = {
    publish: write,
    rollBack: write,
    notice: async () => ({ ok: true as const, value: revisions.at(-1) }),
    revision: async (number: number) => {
      asked.push(number);
      const value = revisions.find(({ revision }) => revision === number);
      return value ? { ok: true as const, value: value as never } : failed();
    },
  };
  const publisher = createPublisher({ client, dispatch: (action) => actions.push(action) });
  return { ...publisher, asked, types: () => actions.map(({ type }) => type) };
}

inBrowser();

describe.each(writes)("After a lost reply, %s", (_name, write) => {
  const { base: before, notice: _, ...how } = write;

  it("is reported as published once its revision is live, only once", async () => {
    const { send, settle, asked } = begin([]);
    expect(await send(write)).toEqual(failed().problem);
    expect(await settle(base)).toBeUndefined();
    expect(await settle(own)).toEqual({ publication: own, before, ...how });
    expect(await settle(baseOf(6))).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it("is reported as published below a colleague's revision, once its own can be read", async () => {
    const revisions: Base[] = [];
    const { send, settle, asked } = begin(revisions);
    await send(write);
    expect(await settle(baseOf(6))).toBeUndefined();
    revisions.push(own, baseOf(6));
    expect(await settle(baseOf(6))).toEqual({ publication: own, before, ...how });
    expect(asked).toEqual([5, 5]);
  });

  it("is not reported if the next revision differs", async () => {
    const { send, settle } = begin([]);
    await send(write);
    expect([await settle(baseOf(5)), await settle(own)]).toEqual([undefined, undefined]);
  });

  it.each([
    ["is reported if a second attempt conflicts with the first", [own], undefined, ["published"]],
    ["keeps a conflict with a colleague's revision", [baseOf(5)], conflict.problem, []],
  ])("%s", async (_name, revisions, problem, published) => {
    const { send, types } = begin(revisions, [failed(), conflict]);
    await send(write);
    expect(await send(write)).toEqual(problem);
    expect(types()).toEqual(["trouble", "live", ...published]);
  });

  it.each([
    ["by nothing else", [own], undefined],
    ["by a colleague's revision", [own, baseOf(6)], conflict.problem],
  ])("is reported when another notice is sent, which is refused %s", async (_name, revisions, problem) => {
    const { send, types } = begin(revisions, [failed(), conflict]);
    await send(write);
    expect(await send({ base, notice: noticeWith({ title: "Moving on" }) })).toEqual(problem);
    expect(types()).toEqual(["trouble", "live", "published"]);
  });
});

it("A draft that a reloaded tab kept is reported as published", async () => {
  const { settle } = begin([]);
  expect(await settle(baseOf(5), [{ base, notice }])).toBeUndefined();
  expect(await settle(own, [{ base, notice }])).toEqual({ publication: own, before: base });
});

it("The editor waits longer for a reply than the API may take", () => {
  expect(readTimeoutMs).toBeGreaterThan(decisionMs);
  expect(writeTimeoutMs).toBeGreaterThan(decisionMs + defaultWaitMs);
});
