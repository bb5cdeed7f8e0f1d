import type { StoredToken } from "../../../data/store.ts";
import { sha256 } from "../../../schema/notice/hash.ts";

/** A stored token of Anna's, except for these changes. */
export function tokenWith(changes: Partial<StoredToken> = {}): StoredToken {
  const { name = "anna", kind = "token", expiresAt = "2027-02-20T10:00:00.000Z" } = changes;
  return {
    kind,
    name,
    scope: "write",
    sha256: sha256(kind + name),
    ending: "a1B2",
    createdAt: "2026-11-22T10:00:00.000Z",
    usedAt: null,
    expiresAt,
    limitAt: expiresAt,
    ...changes,
  };
}
