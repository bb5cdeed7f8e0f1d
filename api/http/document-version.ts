import type { Notice } from "../../schema/notice/notice.ts";
import { type DocumentVersion, versionBySum } from "../../schema/notice/protocol.ts";
import { sumOf } from "../../schema/notice/sum.ts";

/** A notice and its revision number. */
export interface Numbered {
  number: number;
  notice: Notice;
}

/** The version of a revision's document, for its entity tag and its page. */
export function documentVersion({ number, notice }: Numbered): Required<DocumentVersion> {
  return versionBySum(number, sumOf(notice));
}
