import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import { sha256 } from "../notice/hash.ts";
import { dayMs } from "../text/minute.ts";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Secret scanners find tokens by this prefix. */
const tokenPrefix = "bsn_";
/** The digits for 256 random bits. */
const secretLength = 43;
/** The digits for the 32 bits of a CRC-32. */
const checksumLength = 6;
const shape = new RegExp(`^${tokenPrefix}([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`);

/** A new token: a prefix, 256 random bits, and a checksum, which reveals mistyped tokens without a store. */
export function makeToken(): string {
  const secret = Array.from({ length: secretLength }, () => digits.charAt(randomInt(digits.length))).join("");
  return tokenPrefix + secret + checksumOf(secret);
}

/** Whether a text has the form of a token, and the checksum that belongs to it. */
export function isToken(text: string): boolean {
  const [, secret = "", checksum] = shape.exec(text) ?? [];
  return checksum === checksumOf(secret);
}

/** The last four characters of a token, so that people can tell tokens apart. */
export function endingOf(token: string): string {
  return token.slice(-4);
}

/** @see https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/ */
function checksumOf(secret: string): string {
  let text = "";
  for (let rest = crc32(secret); rest > 0; rest = Math.floor(rest / digits.length)) {
    text = digits.charAt(rest % digits.length) + text;
  }
  return text.padStart(checksumLength, "0");
}

/** How long a sign-in lasts without use, in ms. */
const idleMs = 365 * dayMs;

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

/** The name appears as the author in the history: it must not hide characters, or look like two names. */
const allowed = /^(?![ -])[\p{L}\p{M}\p{N} ._@+-]{1,60}(?<! )$/u;

/** The rule for names of tokens, to follow a subject in a sentence. */
export const tokenNameRule =
  "must be 1 to 60 letters, digits, spaces or any of . _ @ + -, and neither begin with - nor begin or end with a space";

/** Reads the name of a token, in Unicode NFC; undefined if it breaks the rule. */
export function readTokenName(text: string): string | undefined {
  const name = text.normalize();
  return allowed.test(name) ? name : undefined;
}
