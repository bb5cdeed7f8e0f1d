import { isExpired } from "./find-token.ts";

/** A token as lists show it: without its hash, and with whether it has expired. */
export function shownToken<T extends { sha256: string; expiresAt: string }>(token: T, now: Date) {
  const { sha256: _, ...shown } = token;
  return { ...shown, expired: isExpired(token, now) };
}
