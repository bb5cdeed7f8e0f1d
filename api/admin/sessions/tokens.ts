import type { StoredToken } from "../../../data/access-store.ts";
import { findToken, isExpired } from "../../../schema/token/find-token.ts";
import { isToken } from "../../../schema/token/token.ts";
import type { EditorParts } from "../parts.ts";
import type { SignIn } from "./sessions.ts";

type Parts = Pick<EditorParts, "backend" | "now">;

/** Who holds a token; undefined if it is unknown, revoked or expired. @throws NoticeError STORE_… */
export async function findHolder(parts: Parts, text: string): Promise<SignIn | undefined> {
  // What is no token at all is wrong even while the store is away.
  const token = isToken(text) ? findToken(await readTokens(parts), text, parts.now()) : undefined;
  if (!token) return undefined;
  const { name, scope, sha256, expiresAt } = token;
  const credential = { name, scope, id: `token ${sha256}` };
  return { credential, via: "token", expiresAt, tokenSum: sha256 };
}

/** Whether the token that somebody signed in with may still be used. @throws NoticeError STORE_… */
export async function isStillValid(parts: Parts, tokenSum: string): Promise<boolean> {
  const token = (await readTokens(parts)).find(({ sha256 }) => sha256 === tokenSum);
  return token !== undefined && !isExpired(token, parts.now());
}

/** Read anew each time, so that a token that is revoked ends at once. */
async function readTokens({ backend }: Parts): Promise<StoredToken[]> {
  const access = await backend.openAccess();
  return access.tokens().finally(() => access.close());
}
