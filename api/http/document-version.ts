import { type DocumentVersion, versionBySum } from "../../schema/notice/entity-tag/format.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { sumOf } from "../../schema/notice/sum.ts";

/** A notice, and the number of the revision that it is. */
export interface Numbered {
  number: number;
  notice: Notice;
}

/** The version of a revision's document, for its entity tag and for the page that was made from it. */
export function documentVersion({ number, notice }: Numbered): Required<DocumentVersion> {
  return versionBySum(number, sumOf(notice));
}
