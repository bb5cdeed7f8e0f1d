import { deadlineIn } from "../../../data/deadline.ts";
import { type StoredToken, whileOpen } from "../../../data/store.ts";
import { sha256 } from "../../../schema/notice/sum.ts";
import { endAfterUse, isToken } from "../../../schema/token/token.ts";
import type { EditorParts } from "../parts.ts";

/** The least time between two writes of when something was used, in ms. */
const dayMs = 86_400_000;
/** How long such a write may take, in ms. */
const keepMs = 1000;

/** What the store has of a secret. @throws NoticeError STORE_… */
export type FindToken = (secret: string) => Promise<StoredToken | undefined>;

/**
 * Reads the store each time, so that what is revoked ends at once. Callers that ask during a read share the next one:
 * however many there are, they take one connection of the database. A lookup by hash takes the same time however much
 * of a guess is right.
 */
export function createFindToken(backend: EditorParts["backend"]): FindToken {
  let last: Promise<unknown> = Promise.resolve();
  let next: { sums: string[]; found: Promise<StoredToken[]> } | undefined;
  const begin = () => {
    const sums: string[] = [];
    const found = last.then(() => {
      next = undefined;
      return whileOpen(backend.openAccess(), (access) => access.find(sums));
    });
    last = found.catch(() => {});
    return { sums, found };
  };
  return async (secret) => {
    // A text that does not look like a token is refused even while the store is away.
    if (!isToken(secret)) return undefined;
    const sum = sha256(secret);
    next ??= begin();
    next.sums.push(sum);
    return (await next.found).find((token) => token.sha256 === sum);
  };
}

/** Keeps that something is used, at most once a day. A store that refuses that lets it in all the same. */
export async function keepUse(
  { backend }: Pick<EditorParts, "backend">,
  token: StoredToken,
  now: Date,
): Promise<void> {
  if (now.getTime() - Date.parse(token.usedAt ?? token.createdAt) < dayMs) return;
  const expiresAt = token.kind === "sign-in" ? endAfterUse(token, now) : token.expiresAt;
  await whileOpen(backend.openAccess(deadlineIn(keepMs)), (access) =>
    access.keepUse(token.sha256, now.toISOString(), expiresAt),
  ).catch(() => {});
}
