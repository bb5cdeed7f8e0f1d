import { describe, expect, it } from "vitest";
import { draftOf, withField } from "../../../web/editor/draft.ts";
import { type Action, changeWorkspace, type Workspace } from "../../../web/editor/state.ts";
import { troubleOf } from "../../../web/editor/trouble.ts";
import { baseOf, writtenAs } from "./made-up.ts";

const stateAfter = (...actions: Action[]): Workspace => actions.reduce(changeWorkspace, {});
const live = (revision: number): Action => ({ type: "live", live: baseOf(revision) });
const editing = (name: "title" | "message", text: string): Action => ({
  type: "edited",
  edit: (draft) => withField(draft, name, text),
});
const typed = editing("title", "Typed");

describe("The editor's state, when the published notice arrives", () => {
  const kept = { at: 5, draft: withField(draftOf(baseOf(1)), "title", "Kept") };

  it("bases an untouched draft on it, and keeps typed text on its former revision", () => {
    expect(stateAfter(live(1), live(2)).draft).toEqual(draftOf(baseOf(2)));
    const { draft, live: now } = stateAfter(live(1), typed, live(2));
    expect([draft?.notice.title, draft?.base.revision, now?.revision]).toEqual(["Typed", 1, 2]);
  });

  it("restores this tab's own draft, or offers another tab's draft unless it is published", () => {
    const back = stateAfter({ type: "live", live: baseOf(2), own: kept });
    expect([back.draft, back.restoredAt]).toEqual([kept.draft, 5]);
    const offered = stateAfter({ type: "live", live: baseOf(2), offer: kept });
    expect([offered.draft, offered.offer]).toEqual([draftOf(baseOf(2)), kept]);
    expect(stateAfter({ type: "live", live: baseOf(2, "Kept"), offer: kept }).offer).toBeUndefined();
  });

  it("offers the typed text again after the offered draft was taken or discarded", () => {
    const state = stateAfter({ type: "live", live: baseOf(2), offer: kept }, typed, { type: "restored" });
    expect([state.draft, state.restoredAt]).toEqual([kept.draft, 5]);
    expect(state.offer).toMatchObject({ draft: { notice: { title: "Typed" } } });
    const again = changeWorkspace(state, { type: "discarded" });
    expect([again.draft, again.offer]).toMatchObject([draftOf(baseOf(2)), { draft: kept.draft }]);
    expect(changeWorkspace(again, { type: "forgotten" }).offer).toBeUndefined();
  });

  it("clears the last problem, even if the notice is unchanged", () => {
    const troubled = stateAfter(live(1), { type: "trouble", trouble: { kind: "stopped" } });
    expect(troubled.trouble).toEqual({ kind: "stopped" });
    expect(changeWorkspace(troubled, { type: "live", live: undefined }).trouble).toBeUndefined();
  });
});

describe("The editor's state after publishing", () => {
  const outcome = { publication: writtenAs(2, "Typed"), before: baseOf(1) };
  const published: Action = { type: "published", outcome };

  it("shows the new revision, with an untouched draft", () => {
    const state = stateAfter(live(1), typed, published);
    expect([state.live?.revision, state.draft]).toEqual([2, draftOf(baseOf(2, "Typed"))]);
    expect(state.outcome).toBe(outcome);
  });

  it("keeps text typed during a rollback", () => {
    const rollback = { publication: writtenAs(3), before: baseOf(2), again: 1 };
    const state = stateAfter(live(2), typed, { type: "published", outcome: rollback });
    expect([state.draft?.notice.title, state.live?.revision]).toEqual(["Typed", 3]);
    expect(stateAfter(live(2), { type: "published", outcome: rollback }).draft?.base.revision).toBe(3);
  });

  it("keeps text typed before a late reply, without a conflict", () => {
    const { draft, live: now } = stateAfter(live(1), typed, editing("message", "And more."), published);
    expect([draft?.notice, draft?.base]).toMatchObject([{ title: "Typed", message: "And more." }, now]);
  });

  it("shows a colleague's newer revision after a late reply", () => {
    const { draft, live: now } = stateAfter(live(1), typed, live(3), published);
    expect([now?.revision, draft]).toEqual([3, draftOf(baseOf(3))]);
  });
});

const here = { isOnline: true, hostname: "127.0.0.1" };
const away = { isOnline: true, hostname: "editor.example" };
it.each([
  ["signed-out", 401, undefined, here],
  ["stopped", 0, undefined, here],
  ["stopped", 0, undefined, { ...here, isOnline: false }],
  ["offline", 0, undefined, { ...away, isOnline: false }],
  ["unreachable", 0, undefined, away],
  // A proxy replies while the browser seems offline.
  ["unreachable", 504, undefined, { ...away, isOnline: false }],
  ["store", 503, "STORE_MISSING", here],
  ["store", 500, "STORE_MISSING", here],
  ["store", 503, "STATUS", here],
  ["other", 500, undefined, here],
])("A failed request is reported as %s after status %i and code %s in %j", (kind, status, code, around) => {
  const problem = { status, detail: "Why.", ...(code && { code }) };
  const detail = kind === "store" || kind === "other" ? { detail: "Why." } : {};
  expect(troubleOf(problem, around)).toEqual({ kind, ...detail });
});
