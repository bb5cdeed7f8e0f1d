import { timingSafeEqual } from "node:crypto";
import { sha256 } from "../notice/sum.ts";
import { isToken } from "./token.ts";

/** What is kept of a token. */
interface KeptToken {
  readonly sha256: string;
  readonly expiresAt: string;
}

/**
 * Finds the kept token of a text, unless it has expired. Every hash is compared in constant time, so that the duration
 * reveals nothing.
 */
export function findToken<T extends KeptToken>(kept: readonly T[], text: string, now: Date): T | undefined {
  if (!isToken(text)) return undefined;
  const sum = Buffer.from(sha256(text));
  const [found] = kept.filter((token) => isEqual(Buffer.from(token.sha256), sum));
  return found && !isExpired(found, now) ? found : undefined;
}

/** Whether a token has expired. */
export function isExpired({ expiresAt }: Pick<KeptToken, "expiresAt">, now: Date): boolean {
  return Date.parse(expiresAt) <= now.getTime();
}

function isEqual(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
