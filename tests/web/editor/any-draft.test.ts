import fc from "fast-check";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, inject, it } from "vitest";
import { findFaults } from "../../../schema/notice/faults.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { type Draft, draftOf, outlookOf, tagsOf, withField } from "../../../web/editor/draft.ts";
import { ownTab } from "../../../web/editor/fields/translation.tsx";
import { createKept, readable } from "../../../web/editor/kept.ts";
import { WordsPane } from "../../../web/editor/screen/words-pane.tsx";
import { anyJson, anyText, translatedNotice } from "../../support/texts/arbitraries.ts";
import { inBrowser, storageWith } from "./made-up.ts";

declare module "vitest" {
  interface ProvidedContext {
    madeUpDrafts?: number;
  }
}

const notices = translatedNotice.filter((notice) => findFaults(notice).length === 0) as fc.Arbitrary<Notice>;
const returns = fc.constantFrom(
  ...["", "soon", "2026-11-21T18:30:00Z", "2016-12-31T23:59:60Z", "0001-01-01T00:00:00Z"],
  ...["9999-12-31T23:59:59-00:00", "2026-11-21t18:30:00.123456z", "2026-11-21T18:30:00+05:45"],
);

/** Drafts as the editor makes them: based on a revision, then edited. */
const drafts: fc.Arbitrary<Draft> = fc
  .record({ notice: notices, title: anyText, message: anyText, expectedReturn: returns, typed: anyText })
  .map(({ notice, title, message, expectedReturn, typed }) => {
    const begun = draftOf({ revision: 7, etag: '"7-0123abcd"', notice: { ...notice, expectedReturn } });
    const draft = withField(withField(begun, "title", title), "message", message);
    return typed.length % 2 === 0 ? draft : { ...draft, typedReturn: typed };
  });

/** The paths to all values inside a value. */
function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, part]) => placesIn(part, [...path, name]))];
}

/** A copy with one value replaced, removed or extended. */
function changedAt(value: unknown, [name, ...rest]: string[], change: (part: unknown) => unknown): unknown {
  if (name === undefined) return change(value);
  const { [name]: part, ...others } = value as Record<string, unknown>;
  const changed = changedAt(part, rest, change);
  return changed === undefined ? others : { ...others, [name]: changed };
}

/** Drafts with one change that the editor never makes. */
const nearMisses = fc
  .record({
    draft: drafts,
    at: fc.nat(),
    other: fc.oneof(fc.constantFrom(undefined, null, 0, "", "soon", [], {}, ["de"]), anyJson),
    isBeside: fc.boolean(),
  })
  .map(({ draft, at, other, isBeside }) => {
    const places = placesIn(draft);
    const change = (part: unknown) =>
      isBeside && typeof part === "object" && part !== null ? { ...part, other } : other;
    return { at: 1, draft: changedAt(draft, places[at % places.length] ?? [], change) };
  });

/** The suite tries few, the trial many. */
const count = inject("madeUpDrafts") ?? 20;

// The editor reads the browser's languages while it renders.
inBrowser({ languages: ["en"] });

it.each<[string, fc.Arbitrary<unknown>]>([
  ["as the editor makes it", drafts.map((draft) => ({ at: 1, draft }))],
  ["with one change", nearMisses],
  ["of any JSON", anyJson],
  ["with any JSON as its draft", anyJson.map((draft) => ({ at: 1, draft }))],
])("A kept draft %s is shown, or offered as text, and never breaks the editor", (_name, values) => {
  fc.assert(
    fc.property(values, (value) => {
      const text = JSON.stringify(value);
      const { own, offer } = createKept(storageWith({ "backsoon draft": text }), storageWith()).find();
      expect(own ?? offer).toEqual(own ? JSON.parse(text) : { text: readable(text) });
      if (own) show(own.draft);
    }),
    { numRuns: 2 * count },
  );
});

/** Renders the draft as the editor does first. */
function show(draft: Draft): void {
  const { faults } = outlookOf(draft);
  const state = { draft, faults, showsFaults: true, isReadOnly: false, edit() {}, now: Date.now, onTab() {} };
  for (const tab of [ownTab, ...tagsOf(draft).slice(0, 1)])
    renderToString(createElement(WordsPane, { ...state, tab }));
}
