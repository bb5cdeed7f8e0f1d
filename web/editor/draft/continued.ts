import { difference } from "../../../schema/notice/difference.ts";
import { type Notice, serialize } from "../../../schema/notice/notice.ts";
import { staleTranslations } from "../../../schema/words/warnings.ts";
import type { Base } from "../client/client.ts";
import type { Write } from "../workspace/publisher.ts";
import { documentOf, faultsOf } from "./document.ts";
import { type Draft, decidedFor, draftOf } from "./draft.ts";

/** Whether a draft would publish exactly this notice. A value with a fault, such as half a time, is in no notice. */
export function isDraftOf(draft: Draft, notice: Notice): boolean {
  return faultsOf(draft).length === 0 && serialize(documentOf(draft)) === serialize(notice);
}

/** The write that publishes a draft. */
export function writeOf(draft: Draft): Write {
  return { base: draft.base, notice: documentOf(draft) };
}

/**
 * A draft of which an earlier state was published while more was typed. Its base is now that revision, and its contents
 * stay.
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
 * The decisions about translations after a merge with somebody else's notice. Translations that are not in the result
 * are dropped. Earlier decisions to keep others stay while the merge still changes the words that they translate.
 */
export function decisionsAfter(draft: Draft, merged: Notice, theirs: Notice): Draft["decisions"] {
  const stale = staleTranslations({ notice: merged, changes: difference(theirs, merged) });
  const kept = Object.entries(draft.decisions).filter(
    ([tag, decision]) => decision === "keep" && stale.includes(tag),
  );
  const gone = Object.entries(decidedFor(theirs, "drop")).filter(([tag]) => !merged.translations?.[tag]);
  return Object.fromEntries([...kept, ...gone]);
}
