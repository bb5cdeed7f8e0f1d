import { sha256 } from "../notice/sum.ts";
import { endingOf, makeToken } from "./token.ts";

/** Whose a token is, what it may do, and for how long. */
export interface TokenTerms {
  name: string;
  scope: "read" | "write";
  lifetimeMs: number;
}

/** Makes a token that is valid from now on: its text, which is shown once, and what the store is to keep of it. */
export function newToken({ name, scope, lifetimeMs }: TokenTerms, now: Date) {
  const text = makeToken();
  const stored = {
    name,
    scope,
    sha256: sha256(text),
    ending: endingOf(text),
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + lifetimeMs).toISOString(),
  };
  return { text, stored };
}
