import type { Revision } from "../../data/store.ts";
import type { DocumentVersion } from "../../schema/notice/protocol.ts";
import { sumOf } from "../../schema/notice/sum.ts";

/** The version of a revision's document, for its entity tag and for the page that was made from it. */
export function documentVersion({ number, notice }: Revision): DocumentVersion {
  return { number, sum: sumOf(notice).slice(0, 8) };
}
