import type { StoredToken } from "../../../data/access-store.ts";
import { whileOpen } from "../../../data/store.ts";
import { findToken, isExpired } from "../../../schema/token/find-token.ts";
import { isToken } from "../../../schema/token/token.ts";
import type { EditorParts } from "../parts.ts";
import type { SignIn } from "./sessions.ts";

/** Every token that the store has now. @throws NoticeError STORE_… */
export type ReadTokens = () => Promise<StoredToken[]>;

interface Parts extends Pick<EditorParts, "now"> {
  readTokens: ReadTokens;
}

/** Who holds a token; undefined if it is unknown, revoked or expired. @throws NoticeError STORE_… */
export async function findHolder(parts: Parts, text: string): Promise<SignIn | undefined> {
  // A text that does not look like a token is refused even while the store is away.
  const token = isToken(text) ? findToken(await parts.readTokens(), text, parts.now()) : undefined;
  return token && holderOf(token);
}

/** The holder of a stored token. */
export function holderOf({ name, scope, sha256, expiresAt }: StoredToken): SignIn {
  const credential = { name, scope, id: `token ${sha256}` };
  return { credential, via: "token", expiresAt, tokenSum: sha256 };
}

/** The token that somebody signed in with, if it may still be used. @throws NoticeError STORE_… */
export async function findValid(parts: Parts, tokenSum: string): Promise<StoredToken | undefined> {
  const token = (await parts.readTokens()).find(({ sha256 }) => sha256 === tokenSum);
  return token && !isExpired(token, parts.now()) ? token : undefined;
}

/**
 * Reads the tokens each time, so that a revoked one ends at once. Callers that ask during a read share the next one:
 * however many there are, they take one connection of the database.
 */
export function createReadTokens(backend: EditorParts["backend"]): ReadTokens {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<StoredToken[]> | undefined;
  const read = async (): Promise<StoredToken[]> => {
    next = undefined;
    return whileOpen(backend.openAccess(), (access) => access.tokens());
  };
  return () => {
    if (next) return next;
    next = last.then(read);
    last = next.catch(() => {});
    return next;
  };
}
