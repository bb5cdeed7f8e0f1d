import type { Notice } from "../../schema/notice/notice.ts";
import type { DocumentVersion } from "../../schema/notice/protocol.ts";
import { sumOf } from "../../schema/notice/sum.ts";

/** A notice, and the number of the revision that it is. */
export interface Numbered {
  number: number;
  notice: Notice;
}

/** The version of a revision's document, for its entity tag and for the page that was made from it. */
export function documentVersion({ number, notice }: Numbered): DocumentVersion {
  return { number, sum: sumOf(notice).slice(0, 8) };
}
