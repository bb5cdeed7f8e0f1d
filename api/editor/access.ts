import type { FastifyRequest } from "fastify";
import type { Scope } from "../../data/store.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";

interface Credential {
  /** The author in the history, who owns the idempotency keys. */
  name: string;
  scope: Scope;
  expiresAt: string;
}

/** Each includes those before it. */
const scopes: Scope[] = ["read", "write", "invite"];

declare module "fastify" {
  interface FastifyRequest {
    /** Absent for a request without one; a wrong one is refused before any route. */
    credential?: Credential;
    /** Rejects (401, 403, STORE_…) if the credential no longer allows what it did; absent without a credential. */
    assertStillAllowed?: () => Promise<void>;
    /** Whether it has the cookie of a sign-in but not its key: such a request has no credential. */
    isLocked?: boolean;
  }
}

/**
 * A route's `onRequest` (before its body is read) that requires a credential of this scope.
 * @throws NoticeError CREDENTIAL_MISSING, SESSION_LOCKED (401), SCOPE_MISSING, SHELL_NEEDED (403)
 */
export function requireScope(scope: Scope): (request: FastifyRequest) => Promise<void> {
  return async ({ credential, isLocked }) => {
    if (!credential) throw new NoticeError(isLocked ? "SESSION_LOCKED" : "CREDENTIAL_MISSING", {});
    if (scopes.indexOf(credential.scope) >= scopes.indexOf(scope)) return;
    throw new NoticeError(scope === "invite" ? "SHELL_NEEDED" : "SCOPE_MISSING", { name: credential.name });
  };
}

export function credentialOf({ credential }: FastifyRequest): Credential {
  if (!credential) throw new Error("A route that needs a credential does not ask for one.");
  return credential;
}

/** Rejects if the sender is no longer allowed or has gone: then nothing is published, and no model is paid. */
export async function assertWanted({ assertStillAllowed, raw }: FastifyRequest): Promise<void> {
  if (!assertStillAllowed) throw new Error("Nobody is let in to change anything without a credential.");
  await assertStillAllowed();
  // Node has given up on the request, or its client has closed the connection.
  if (!raw.socket.writable) throw new NoticeError("REQUEST_TOO_SLOW", {});
}
