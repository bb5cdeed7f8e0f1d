import { createHash } from "node:crypto";
import { checkNotice } from "../../schema/check.ts";
import { NoticeError } from "../../schema/errors.ts";
import { type Notice, serialize } from "../../schema/notice.ts";
import type { Revision } from "../store.ts";

/** A row of the table `revision`. */
export interface Row {
  revision: number;
  body: string;
  sha256: string;
  author: string;
  created_at: string;
}

export const columns = "revision, body, sha256, author, created_at";

/**
 * The stored form of a notice, which is checked here once more: no caller can bring a wrong one in.
 * @throws NoticeError NOTICE_INVALID
 */
export function toBody(notice: Notice): { body: string; sha256: string } {
  const body = serialize(checkNotice(notice));
  return { body, sha256: sha256(body) };
}

/**
 * A row as a revision, its text verified: SQLite's own integrity check does not see a flipped bit in it.
 * @throws NoticeError STORE_DAMAGED
 */
export function toRevision(row: Row): Revision {
  const { revision, author } = row;
  if (sha256(row.body) !== row.sha256) {
    throw new NoticeError("STORE_DAMAGED", { revision, reason: "its text does not match its checksum" });
  }
  try {
    return { revision, notice: checkNotice(JSON.parse(row.body)), author, createdAt: row.created_at };
  } catch (cause) {
    throw new NoticeError("STORE_DAMAGED", { revision, reason: (cause as Error).message }, { cause });
  }
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
