import { sha256 } from "../notice/sum.ts";
import { endingOf, makeToken } from "./token.ts";

/** How long a sign-in lasts without use, in ms. */
const idleMs = 365 * 86_400_000;

/** The limit of what has none. */
export const noLimit = "9999-12-31T23:59:59.999Z";

/** Who may do what, and until when at most. */
interface Terms<Scope> {
  name: string;
  scope: Scope;
  lifetimeMs: number;
  /** By default, the end of its lifetime. */
  limitAt?: string;
}

/** Makes a token or a link, valid from now: its text, which is shown once, and what the store keeps. */
export function newToken<Kind, Scope>(kind: Kind, terms: Terms<Scope>, now: Date, text = makeToken()) {
  const end = after(now, terms.lifetimeMs);
  const { name, scope, limitAt = end } = terms;
  const stored = {
    kind,
    name,
    scope,
    sha256: sha256(text),
    ending: endingOf(text),
    createdAt: now.toISOString(),
    usedAt: null,
    expiresAt: earlier(end, limitAt),
    limitAt,
  };
  return { text, stored };
}

/** What the store keeps of a sign-in with this secret, by a token or a link. */
export function newSignIn<Scope>(
  by: { name: string; scope: Scope; limitAt: string },
  text: string,
  now: Date,
) {
  const { name, scope, limitAt } = by;
  return newToken("sign-in" as const, { name, scope, limitAt, lifetimeMs: idleMs }, now, text).stored;
}

/** When a sign-in ends that is used now. */
export function endAfterUse({ limitAt }: { limitAt: string }, now: Date): string {
  return earlier(after(now, idleMs), limitAt);
}

/** Whether a token has expired. */
export function isExpired({ expiresAt }: { expiresAt: string }, now: Date): boolean {
  return Date.parse(expiresAt) <= now.getTime();
}

/** A time that is later by a number of ms. */
export function after(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString();
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
