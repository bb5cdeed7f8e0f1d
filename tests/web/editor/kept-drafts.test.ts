import { describe, expect, it } from "vitest";
import { draftOf } from "../../../web/editor/draft/draft.ts";
import { storageIn } from "../../../web/editor/kept/browser-storage.ts";
import {
  forgetDraft,
  keepDraft,
  keptDrafts,
  leftAside,
  setAside,
} from "../../../web/editor/kept/kept-drafts.ts";
import { readable } from "../../../web/editor/kept/readable.ts";
import { storageWith } from "./storage.ts";

const notice = { isEnabled: true, title: "Under Maintenance", contactEmail: "support@example.com" } as const;
const draft = draftOf({ revision: 7, etag: '"7-0123abcd"', notice }, "UTC");

describe("drafts that a browser keeps", () => {
  it("are found again by their tabs, the newest first, and forgotten one by one", () => {
    const storage = storageWith({ other: "thing" });
    for (const [tab, at] of [
      ["a", 1],
      ["b", 3],
      ["c", 2],
    ] as const)
      keepDraft(storage, { tab, at, draft });
    expect(keptDrafts(storage).map(({ tab }) => tab)).toEqual(["b", "c", "a"]);
    expect(keptDrafts(storage)[0]).toEqual({ tab: "b", at: 3, draft });
    forgetDraft(storage, "b");
    expect(keptDrafts(storage).map(({ tab }) => tab)).toEqual(["c", "a"]);
  });

  it("leave out what is no draft", () => {
    const storage = storageWith({
      "backsoon draft 1 x": "{",
      "backsoon draft 1 y": '{"at":1}',
      "backsoon draft 1 z": '{"at":"1","draft":{"base":{"revision":1}}}',
      "backsoon draft 1 late": JSON.stringify({ at: 1, draft }).replace('"at":1', '"at":1e999'),
      "backsoon draft 2 next": JSON.stringify({ at: 1, draft }),
    });
    expect(keptDrafts(storage)).toEqual([]);
    expect(leftAside(storage).map(({ tab }) => tab)).toEqual(["x", "y", "z", "late", "next"]);
  });

  const { expectedReturn, base } = draft;
  const inTime = (more: object) => ({
    ...draft,
    expectedReturn: { ...expectedReturn, kind: "time", ...more },
  });
  it.each<[string, object]>([
    ["a zone that nobody knows", inTime({ zone: "Mars/Olympus" })],
    ["a time that is none", inTime({ exact: "soon" })],
    ["a third of two times", inTime({ occurrence: "third" })],
    ["a kind of return that there is not", { ...draft, expectedReturn: { ...expectedReturn, kind: "soon" } }],
    ["a return of one word", { ...draft, expectedReturn: "soon" }],
    ["a number for a title", { ...draft, title: 5 }],
    ["no translations", { ...draft, translations: undefined }],
    ["a translation of one word", { ...draft, translations: { de: "Moving" } }],
    ["a language that the page has not", { ...draft, translations: { xx: expectedReturn } }],
    ["a decision that there is not", { ...draft, decisions: { de: "perhaps" } }],
    ["a list of decisions", { ...draft, decisions: [] }],
    ["a part that nobody knows", { ...draft, colour: "red" }],
    ["no revision", { ...draft, base: { ...base, revision: 0 } }],
    ["a tag that no header takes", { ...draft, base: { ...base, etag: "\u2026" } }],
    ["a notice that is none", { ...draft, base: { ...base, notice: { ...notice, isEnabled: false } } }],
  ])("leave aside one with %s", (_name, other) => {
    const text = JSON.stringify({ at: 1, draft: other });
    const storage = storageWith({ "backsoon draft 1 a": text });
    expect([keptDrafts(storage), leftAside(storage).length]).toEqual([[], 1]);
  });

  it("are none where the browser forbids it or is full", () => {
    const storage = storageIn(() => {
      throw new DOMException("no", "SecurityError");
    });
    expect(keepDraft(storage, { tab: "a", at: 1, draft })).toBe(false);
    expect(keptDrafts(storage)).toEqual([]);
    expect(() => forgetDraft(storage, "a")).not.toThrow();
    expect(leftAside(storage)).toEqual([]);
    expect(() => setAside(storage, "a")).not.toThrow();
  });
});

describe("a draft that is set aside", () => {
  const kept = { tab: "a", at: 1, draft };
  const text = JSON.stringify({ at: 1, draft });

  it("is offered as text, and no longer as a draft, until it is deleted", () => {
    const storage = storageWith();
    keepDraft(storage, kept);
    setAside(storage, "a");
    const [left] = leftAside(storage);
    expect([keptDrafts(storage), left]).toEqual([[], { key: "backsoon draft 0 a", tab: "a", text }]);
    if (left) storage.remove(left.key);
    expect(leftAside(storage)).toEqual([]);
  });

  it("needs no room beside what it had", () => {
    const isFull = (key: string, value: string, others: number) =>
      others > 0 || `${key}${value}`.length > `backsoon draft 1 a${text}`.length;
    const full = storageWith({ "backsoon draft 1 a": text }, isFull);
    setAside(full, "a");
    expect(leftAside(full).map(({ text }) => text)).toEqual([text]);
  });

  it("stays a draft where the browser takes nothing under another name", () => {
    const storage = storageWith({ "backsoon draft 1 a": text }, (key) => key !== "backsoon draft 1 a");
    setAside(storage, "a");
    expect(keptDrafts(storage)).toEqual([kept]);
  });
});

describe("what is left aside is read", () => {
  it("a value a line, what was typed first, and as it is where it is no JSON", () => {
    const text =
      '{"at":5,"draft":{"base":{"revision":7},"title":"Mine","message":"One.\\nTwo.","language":""}}';
    expect(readable(text)).toBe("title: Mine\nmessage: One.\nTwo.\nat: 5\nbase.revision: 7");
    expect([readable("{"), readable("5"), readable('"x"')]).toEqual(["{", "5", '"x"']);
    expect(readable("[".repeat(20_000) + "]".repeat(20_000))).toMatch(/^\[+\]+$/);
  });
});
