import { hashOf } from "../../schema/notice/hash.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { type DocumentVersion, versionByHash } from "../../schema/notice/protocol.ts";

export interface Numbered {
  number: number;
  notice: Notice;
}

/** The version of a revision's document, for its entity tag and its page. */
export function documentVersion({ number, notice }: Numbered): Required<DocumentVersion> {
  return versionByHash(number, hashOf(notice));
}
