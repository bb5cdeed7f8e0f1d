import { type Notice, serialize } from "../../../schema/notice/notice.ts";
import type { Base } from "../client/client.ts";
import { documentOf } from "./document.ts";
import { type Draft, draftOf } from "./draft.ts";

/** Whether a draft would publish just this notice. */
export function isDraftOf(draft: Draft, notice: Notice): boolean {
  return serialize(documentOf(draft)) === serialize(notice);
}

/** A draft that was typed on after some of it was published: made from that revision, it says what it said before. */
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
