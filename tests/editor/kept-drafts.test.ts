import { describe, expect, it } from "vitest";
import type { BrowserStorage } from "../../web/editor/draft/browser-storage.ts";
import { draftOf } from "../../web/editor/draft/draft.ts";
import { forgetDraft, keepDraft, keptDrafts } from "../../web/editor/draft/kept-drafts.ts";

const notice = { isEnabled: true, title: "Under Maintenance", contactEmail: "support@example.com" } as const;
const draft = draftOf({ revision: 7, etag: '"7-0123abcd"', notice }, "UTC");

/** What a browser keeps, in memory. */
function createStorage(entries: Record<string, string> = {}): BrowserStorage {
  const all = new Map(Object.entries(entries));
  return {
    get length() {
      return all.size;
    },
    key: (index) => [...all.keys()][index] ?? null,
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, value) => void all.set(key, value),
    removeItem: (key) => void all.delete(key),
  };
}

describe("drafts that a browser keeps", () => {
  it("are found again by their tabs, the newest first, and forgotten one by one", () => {
    const storage = createStorage({ other: "thing" });
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
    const storage = createStorage({
      "backsoon draft 1 x": "{",
      "backsoon draft 1 y": '{"at":1}',
      "backsoon draft 1 z": '{"at":"1","draft":{"base":{"revision":1}}}',
    });
    expect(keptDrafts(storage)).toEqual([]);
  });

  it("are none where the browser forbids it or is full", () => {
    const refuse = (): never => {
      throw new DOMException("no", "QuotaExceededError");
    };
    const storage = { ...createStorage(), setItem: refuse, key: refuse, removeItem: refuse, length: 1 };
    expect(keepDraft(storage, { tab: "a", at: 1, draft })).toBe(false);
    expect(keptDrafts(storage)).toEqual([]);
    expect(() => forgetDraft(storage, "a")).not.toThrow();
  });
});
