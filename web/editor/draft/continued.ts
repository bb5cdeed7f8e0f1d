import { type Notice, serialize } from "../../../schema/notice/notice.ts";
import type { Base } from "../client/client.ts";
import type { Write } from "../workspace/publisher.ts";
import { documentOf } from "./document.ts";
import { type Draft, decidedFor, draftOf } from "./draft.ts";

/** Whether a draft would publish just this notice. */
export function isDraftOf(draft: Draft, notice: Notice): boolean {
  return serialize(documentOf(draft)) === serialize(notice);
}

/** What publishes a draft. */
export function writeOf(draft: Draft): Write {
  return { base: draft.base, notice: documentOf(draft) };
}

/**
 * A draft after some of it was published, and more was typed: it now follows that revision, and says the same as
 * before.
 */
export function continuedFrom(draft: Draft, published: Base): Draft {
  const { expectedReturn } = draft;
  const notice = documentOf(draft);
  const kept = Object.entries(draft.decisions).filter(([tag]) => notice.translations?.[tag]);
  return {
    ...draftOf({ ...published, notice }, expectedReturn.zone),
    base: published,
    expectedReturn,
    decisions: Object.fromEntries(kept),
  };
}

/**
 * What is decided about the translations once a draft and somebody else's notice have become one: what only they have goes,
 * and of the others what was decided before holds.
 */
export function decisionsAfter(draft: Draft, merged: Notice, theirs: Notice): Draft["decisions"] {
  const kept = Object.entries(draft.decisions).filter(([tag]) => merged.translations?.[tag]);
  const gone = Object.entries(decidedFor(theirs, "drop")).filter(([tag]) => !merged.translations?.[tag]);
  return Object.fromEntries([...kept, ...gone]);
}
