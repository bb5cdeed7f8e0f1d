import fc from "fast-check";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { languageTags } from "../../../schema/languages/tags.ts";
import { findFaults } from "../../../schema/notice/faults/find-faults.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { changesOf, faultsOf } from "../../../web/editor/draft/document.ts";
import { type Draft, draftOf, isTouched } from "../../../web/editor/draft/draft.ts";
import { decided, withField, withReturn } from "../../../web/editor/draft/edit.ts";
import { keptDrafts, leftAside } from "../../../web/editor/kept/kept-drafts.ts";
import { readable } from "../../../web/editor/kept/readable.ts";
import { WordsPane } from "../../../web/editor/screen/words-pane.tsx";
import { anyJson, anyText, translatedNotice } from "../../support/texts/arbitraries.ts";
import { storageWith } from "./storage.ts";

declare module "vitest" {
  interface ProvidedContext {
    madeUpDrafts?: number;
  }
}

const notices = translatedNotice.filter((notice) => findFaults(notice).length === 0) as fc.Arbitrary<Notice>;
const zone = fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu");
const exact = fc.constantFrom(
  ...["2026-11-21T18:30:00Z", "2016-12-31T23:59:60Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59-00:00"],
  "2026-11-21t18:30:00.123456z",
);
const date = fc.oneof(
  fc.constantFrom("", "2026-11-21", "2027-03-28", "2026-10-25", "0000-01-01", "0099-01-01", "9999-99-99"),
  anyText,
);
const clock = fc.oneof(fc.constantFrom("", "02:30", "18:30", "99:99"), anyText);

/** Drafts as the page makes them: of a revision, and then typed into. */
const drafts: fc.Arbitrary<Draft> = fc
  .record({
    notice: notices,
    zone,
    title: anyText,
    message: anyText,
    kind: fc.constantFrom("none", "words", "time"),
    time: fc.oneof(fc.record({ exact }), fc.record({ date, clock })),
    words: anyText,
    read: fc.constantFrom({}, { refused: "No form." }, { understood: "2026-11-21T18:30:00Z" }),
    decision: fc.constantFrom("keep", "drop", undefined),
  })
  .map(({ notice, zone, title, message, kind, time, words, read, decision }) => {
    const begun = draftOf({ revision: 7, etag: '"7-0123abcd"', notice }, zone);
    const typed = withField(withField(begun, "title", title), "message", message);
    const withTime = withReturn(withReturn(typed, { kind, words, ...read }), time);
    return decided(withTime, Object.keys(notice.translations ?? {})[0] ?? "de", decision);
  });

/** What stands anywhere in a value, by the names that lead there. */
function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, part]) => placesIn(part, [...path, name]))];
}

/** A copy with one place changed: to another value, to none, or with one more beside it. */
function changedAt(value: unknown, [name, ...rest]: string[], change: (part: unknown) => unknown): unknown {
  if (name === undefined) return change(value);
  const { [name]: part, ...others } = value as Record<string, unknown>;
  const changed = changedAt(part, rest, change);
  return changed === undefined ? others : { ...others, [name]: changed };
}

/** Drafts in which one thing is not as the page makes it. */
const nearMisses = fc
  .record({
    draft: drafts,
    at: fc.nat(),
    other: fc.oneof(fc.constantFrom(undefined, null, 0, "", "soon", [], {}, "Mars/Olympus"), anyJson),
    isBeside: fc.boolean(),
  })
  .map(({ draft, at, other, isBeside }) => {
    const places = placesIn(draft);
    const place = places[at % places.length] ?? [];
    const change = (part: unknown) =>
      isBeside && typeof part === "object" && part !== null ? { ...part, other } : other;
    return JSON.stringify({ at: 1, draft: changedAt(draft, place, change) });
  });

/** Does with a draft what the page does before a person has seen anything. */
function show(draft: Draft): void {
  changesOf(draft);
  isTouched(draft);
  const faults = faultsOf(draft);
  const state = { draft, faults, showsFaults: true, isReadOnly: false, edit() {}, now: Date.now, onTab() {} };
  for (const tab of ["own", ...languageTags.filter((tag) => draft.translations[tag]).slice(0, 1)])
    renderToString(createElement(WordsPane, { ...state, tab }));
}

/** Each is drawn; the long trials try many. */
const count = inject("madeUpDrafts") ?? 20;
const key = "backsoon draft 1 a";
const leftAsText = (text: string) => [{ key, tab: "a", text }];

// What the page asks a browser for while it is drawn.
beforeAll(() => void vi.stubGlobal("navigator", { languages: ["en"] }));
afterAll(() => void vi.unstubAllGlobals());

describe("of what a browser keeps as a draft", () => {
  it("each one that the page makes comes back, and is shown", () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        const storage = storageWith({ [key]: JSON.stringify({ at: 1, draft }) });
        const same = JSON.parse(JSON.stringify(draft));
        expect([keptDrafts(storage), leftAside(storage)]).toEqual([[{ tab: "a", at: 1, draft: same }], []]);
        show(draft);
      }),
      { numRuns: count },
    );
  });

  it("what differs in one place is shown or left aside with its text, and blanks no page", () => {
    fc.assert(
      fc.property(nearMisses, (text) => {
        const storage = storageWith({ [key]: text });
        const [kept] = keptDrafts(storage);
        if (kept) show(kept.draft);
        expect(leftAside(storage)).toEqual(kept ? [] : leftAsText(text));
        expect(readable(text)).toEqual(expect.any(String));
      }),
      { numRuns: 4 * count },
    );
  });

  it("any other JSON and any other text is left aside as it is", () => {
    const other = fc.oneof(
      anyText,
      anyJson.map((value) => JSON.stringify(value)),
      anyJson.map((draft) => JSON.stringify({ at: 1, draft })),
    );
    fc.assert(
      fc.property(other, (text) => {
        const storage = storageWith({ [key]: text });
        expect([keptDrafts(storage), leftAside(storage)]).toEqual([[], leftAsText(text)]);
        expect(readable(text)).toEqual(expect.any(String));
      }),
      { numRuns: 4 * count },
    );
  });
});
