import { isExpired } from "./find-token.ts";

/** What a list says of a token that is kept: all but its sum, and whether it has expired. */
export function shownToken<T extends { sha256: string; expiresAt: string }>(token: T, now: Date) {
  const { sha256: _, ...shown } = token;
  return { ...shown, expired: isExpired(token, now) };
}
