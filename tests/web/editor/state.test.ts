import { describe, expect, it } from "vitest";
import { draftOf, withField } from "../../../web/editor/draft.ts";
import { type Action, changeWorkspace, type Workspace } from "../../../web/editor/state.ts";
import { troubleOf } from "../../../web/editor/trouble.ts";

const baseOf = (revision: number, title = `Title ${revision}`) => ({
  revision,
  etag: `"${revision}-0123abcd"`,
  notice: { isEnabled: true as const, title, contactEmail: "support@example.com" },
});
const publicationOf = (revision: number, title?: string) => ({
  ...baseOf(revision, title),
  changed: [],
  warnings: [],
  published: true,
});
const stateAfter = (...actions: Action[]): Workspace => actions.reduce(changeWorkspace, {});
const typed: Action = { type: "edited", edit: (draft) => withField(draft, "title", "Typed") };
const live = (revision: number): Action => ({ type: "live", live: baseOf(revision) });

describe("The editor's state, when the published notice arrives", () => {
  it("bases an untouched draft on it", () => {
    expect(stateAfter(live(1), live(2)).draft).toEqual(draftOf(baseOf(2)));
  });

  it("keeps the typed text on the revision that it was based on", () => {
    const { draft, live: now } = stateAfter(live(1), typed, live(2));
    expect([draft?.notice.title, draft?.base.revision, now?.revision]).toEqual(["Typed", 1, 2]);
  });

  const kept = { at: 5, draft: withField(draftOf(baseOf(1)), "title", "Kept") };

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
    const stopped: Action = { type: "trouble", trouble: { kind: "stopped" } };
    expect(stateAfter(live(1), stopped).trouble).toEqual({ kind: "stopped" });
    expect(stateAfter(live(1), stopped, { type: "live", live: undefined }).trouble).toBeUndefined();
  });
});

describe("The editor's state after publishing", () => {
  it("shows the new revision, with an untouched draft", () => {
    const state = stateAfter(live(1), typed, {
      type: "published",
      outcome: { publication: publicationOf(2, "Typed"), before: baseOf(1) },
    });
    expect(state.live?.revision).toBe(2);
    expect(state.draft).toEqual(draftOf(baseOf(2, "Typed")));
    expect(state.outcome).toMatchObject({ before: baseOf(1) });
  });

  it("keeps text typed during a rollback", () => {
    const outcome = { publication: publicationOf(3), before: baseOf(2), again: 1 };
    const undo: Action = { type: "published", outcome };
    const state = stateAfter(live(2), typed, undo);
    expect([state.draft?.notice.title, state.live?.revision]).toEqual(["Typed", 3]);
    expect(stateAfter(live(2), undo).draft?.base.revision).toBe(3);
  });

  it("keeps text typed before a late reply, without a conflict", () => {
    const more: Action = { type: "edited", edit: (draft) => withField(draft, "message", "And more.") };
    const outcome = { publication: publicationOf(2, "Typed"), before: baseOf(1) };
    const { draft, live: now } = stateAfter(live(1), typed, more, { type: "published", outcome });
    expect([draft?.notice.title, draft?.notice.message, draft?.base]).toEqual(["Typed", "And more.", now]);
  });

  it("shows a colleague's newer revision after a late reply", () => {
    const outcome = { publication: publicationOf(2, "Typed"), before: baseOf(1) };
    const { draft, live: now } = stateAfter(live(1), typed, live(3), { type: "published", outcome });
    expect([now?.revision, draft]).toEqual([3, draftOf(baseOf(3))]);
  });
});

describe("A failed request", () => {
  const here = { isOnline: true, hostname: "127.0.0.1" };
  const away = { isOnline: true, hostname: "editor.example" };
  const silence = { status: 0, detail: "" };
  const stopped = { kind: "stopped" };
  it.each([
    ["signed out", { status: 401, detail: "" }, here, { kind: "signed-out" }],
    ["a stopped editor", silence, here, stopped],
    ["a stopped editor, offline on this machine", silence, { ...here, isOnline: false }, stopped],
    ["no network", silence, { ...away, isOnline: false }, { kind: "offline" }],
    ["an unreachable editor", silence, away, { kind: "unreachable" }],
    [
      "an unreachable editor, if a proxy replies while the browser seems offline",
      { status: 504, detail: "" },
      { ...away, isOnline: false },
      { kind: "unreachable" },
    ],
    [
      "a missing store",
      { status: 503, detail: "Gone.", code: "STORE_MISSING" },
      here,
      { kind: "store", detail: "Gone." },
    ],
    ["another problem", { status: 500, detail: "Odd." }, here, { kind: "other", detail: "Odd." }],
  ] as const)("is reported as %s", (_name, problem, around, trouble) => {
    expect(troubleOf(problem, around)).toEqual(trouble);
  });
});
