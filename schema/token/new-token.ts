import { sha256 } from "../notice/sum.ts";
import { endingOf, makeToken } from "./token.ts";

/** The terms of a token: its name, its rights and its lifetime. */
export interface TokenTerms {
  name: string;
  scope: "read" | "write";
  lifetimeMs: number;
}

/** Makes a token, valid from now: its text, which is shown once, and what the store keeps. */
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
