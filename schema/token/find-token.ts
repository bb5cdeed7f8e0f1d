import { timingSafeEqual } from "node:crypto";
import { sha256 } from "../notice/sum.ts";
import { isToken } from "./token.ts";

/** What is known of a token by whoever keeps it. */
interface KeptToken {
  readonly sha256: string;
  readonly expiresAt: string;
}

/**
 * The kept token that a text is, unless it has expired. Every sum is compared with the text's, and each in constant
 * time: how long it takes says nothing of any of them.
 */
export function findToken<T extends KeptToken>(kept: readonly T[], text: string, now: Date): T | undefined {
  if (!isToken(text)) return undefined;
  const sum = Buffer.from(sha256(text));
  const [found] = kept.filter((token) => isEqual(Buffer.from(token.sha256), sum));
  return found && !isExpired(found, now) ? found : undefined;
}

/** Whether a token is refused by now. */
export function isExpired({ expiresAt }: Pick<KeptToken, "expiresAt">, now: Date): boolean {
  return Date.parse(expiresAt) <= now.getTime();
}

function isEqual(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
