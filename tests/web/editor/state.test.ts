import { describe, expect, it } from "vitest";
import { type Draft, draftOf, withField } from "../../../web/editor/draft.ts";
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

describe("a notice that comes", () => {
  it("is what an untouched draft is made from, each time", () => {
    expect(stateAfter(live(1), live(2)).draft).toEqual(draftOf(baseOf(2)));
  });

  it("leaves what is typed alone", () => {
    const { draft, live: now } = stateAfter(live(1), typed, live(2));
    expect([draft?.notice.title, draft?.base.revision, now?.revision]).toEqual(["Typed", 1, 2]);
  });

  const kept = { at: 5, draft: withField(draftOf(baseOf(1)), "title", "Kept") };

  it("comes with the draft that this tab kept, or with one to continue with, unless that is live", () => {
    const back = stateAfter({ type: "live", live: baseOf(2), own: kept });
    expect([back.draft, back.restoredAt]).toEqual([kept.draft, 5]);
    const offered = stateAfter({ type: "live", live: baseOf(2), offer: kept });
    expect([offered.draft, offered.offer]).toEqual([draftOf(baseOf(2)), kept]);
    expect(stateAfter({ type: "live", live: baseOf(2, "Kept"), offer: kept }).offer).toBeUndefined();
  });

  it("gives way to the draft that is offered, and what was typed is offered then", () => {
    const state = stateAfter({ type: "live", live: baseOf(2), offer: kept }, typed, { type: "restored" });
    expect([state.draft, state.restoredAt]).toEqual([kept.draft, 5]);
    expect(state.offer).toMatchObject({ draft: { notice: { title: "Typed" } } });
    const again = changeWorkspace(state, { type: "discarded" });
    expect([again.draft, again.offer]).toMatchObject([draftOf(baseOf(2)), { draft: kept.draft }]);
    expect(changeWorkspace(again, { type: "forgotten" }).offer).toBeUndefined();
  });

  it("is merged with what was typed, which is offered unless all of it is in that", () => {
    const edit = (draft: Draft) => ({ ...draft, keep: ["de"], typedReturn: "22.30" });
    const { notice } = baseOf(9, "Merged");
    const take = (isWhole: boolean) =>
      stateAfter(live(1), { type: "edited", edit }, live(2), { type: "taken", notice, isWhole });
    const { draft, offer } = take(false);
    expect(draft).toEqual({ base: baseOf(2), notice, keep: ["de"], typedReturn: "22.30" });
    expect([offer !== undefined, take(true).offer]).toEqual([true, undefined]);
  });

  it("ends the trouble before it, also where it is still the same", () => {
    const stopped: Action = { type: "trouble", trouble: { kind: "stopped" } };
    expect(stateAfter(live(1), stopped).trouble).toEqual({ kind: "stopped" });
    expect(stateAfter(live(1), stopped, { type: "live", live: undefined }).trouble).toBeUndefined();
  });
});

describe("what is published", () => {
  it("is live, and the draft begins anew", () => {
    const state = stateAfter(live(1), typed, {
      type: "published",
      outcome: { publication: publicationOf(2, "Typed"), before: baseOf(1) },
    });
    expect(state.live?.revision).toBe(2);
    expect(state.draft).toEqual(draftOf(baseOf(2, "Typed")));
    expect(state.outcome).toMatchObject({ before: baseOf(1) });
  });

  it("by a rollback leaves alone what is typed meanwhile", () => {
    const outcome = { publication: publicationOf(3), before: baseOf(2), again: 1 };
    const undo: Action = { type: "published", outcome };
    const state = stateAfter(live(2), typed, undo);
    expect([state.draft?.notice.title, state.live?.revision]).toEqual(["Typed", 3]);
    expect(stateAfter(live(2), undo).draft?.base.revision).toBe(3);
  });

  it("is known late: what was typed since is typed on top of it, and is no conflict", () => {
    const more: Action = { type: "edited", edit: (draft) => withField(draft, "message", "And more.") };
    const outcome = { publication: publicationOf(2, "Typed"), before: baseOf(1) };
    const { draft, live: now } = stateAfter(live(1), typed, more, { type: "published", outcome });
    expect([draft?.notice.title, draft?.notice.message, draft?.base]).toEqual(["Typed", "And more.", now]);
  });

  it("is known late, when somebody else has published since: that is live", () => {
    const outcome = { publication: publicationOf(2, "Typed"), before: baseOf(1) };
    const { draft, live: now } = stateAfter(live(1), typed, live(3), { type: "published", outcome });
    expect([now?.revision, draft]).toEqual([3, draftOf(baseOf(3))]);
  });
});

describe("who published", () => {
  const entry = { ...baseOf(2), author: "ben", createdAt: "", changed: [], difference: [] };
  const named: Action = { type: "entry", entry };

  it("is known of what is live alone", () => {
    expect(stateAfter(live(2), named).entry).toEqual(entry);
    expect(stateAfter(live(2), named, live(3)).entry).toBeUndefined();
    expect(stateAfter(live(3), named).entry).toBeUndefined();
  });
});

describe("a request that failed means", () => {
  const here = { isOnline: true, hostname: "127.0.0.1" };
  const away = { isOnline: true, hostname: "editor.example" };
  const silence = { status: 0, detail: "" };
  const stopped = { kind: "stopped" };
  it.each([
    ["signed out", { status: 401, detail: "" }, here, { kind: "signed-out" }],
    ["a stopped editor", silence, here, stopped],
    [
      "a stopped editor on this machine, whatever the network",
      silence,
      { ...here, isOnline: false },
      stopped,
    ],
    ["no network to an editor elsewhere", silence, { ...away, isOnline: false }, { kind: "offline" }],
    ["an editor elsewhere that nobody reaches", silence, away, { kind: "unreachable" }],
    ["no editor behind a proxy", { status: 502, detail: "" }, away, { kind: "unreachable" }],
    ["no editor behind a proxy that says 503", { status: 503, detail: "" }, away, { kind: "unreachable" }],
    [
      "no editor behind a proxy, of which a reply came although the browser takes itself for offline",
      { status: 504, detail: "" },
      { ...away, isOnline: false },
      { kind: "unreachable" },
    ],
    [
      "no store",
      { status: 503, detail: "Gone.", code: "STORE_MISSING" },
      here,
      { kind: "store", detail: "Gone." },
    ],
    ["something else", { status: 500, detail: "Odd." }, here, { kind: "other", detail: "Odd." }],
  ] as const)("%s", (_name, problem, around, trouble) => {
    expect(troubleOf(problem, around)).toEqual(trouble);
  });
});
