import { dayMs, minuteMs } from "../schema/text/minute.ts";
import { after, newToken, noLimit } from "../schema/token/token.ts";
import type { Deadline } from "./deadline.ts";
import { type Scope, type StoreBackend, whileOpen } from "./store.ts";

/** Whom a link is for, how long it can be opened, and when the sign-in that it makes ends at the latest. */
export interface LinkTerms {
  name: string;
  scope: Scope;
  lifetimeMs: number;
  limitAt: string;
}

/** The terms of a link for a colleague; `expiresMs` limits the sign-in. */
export function invitationOf(
  name: string,
  scope: "read" | "write",
  now: Date,
  expiresMs?: number,
): LinkTerms {
  const limitAt = expiresMs === undefined ? noLimit : after(now, expiresMs);
  return { name, scope, lifetimeMs: 7 * dayMs, limitAt };
}

/** The terms of a link for whoever has the shell, which can always make another. */
export function ownLinkOf(name: string, now: Date): LinkTerms {
  return { name, scope: "invite", lifetimeMs: 5 * minuteMs, limitAt: after(now, 12 * 60 * minuteMs) };
}

/**
 * Makes a link, which signs one person in, once. Its secret is in the fragment, which browsers never send.
 * @throws NoticeError STORE_…
 */
export async function makeLink(
  backend: Pick<StoreBackend, "openAccess">,
  origin: string,
  terms: LinkTerms,
  now: Date,
  deadline: Deadline,
): Promise<{ link: string; expiresAt: string }> {
  const { text, stored } = newToken("link" as const, terms, now);
  await whileOpen(backend.openAccess(deadline), (access) => access.addToken(stored));
  return { link: `${origin}/#link=${text}`, expiresAt: stored.expiresAt };
}
