import type { FastifyInstance, FastifyRequest } from "fastify";
import { whileOpen } from "../../../data/store.ts";
import {
  type Invited,
  invitationSchema,
  invitedSchema,
  type TokenList,
  tokenListSchema,
} from "../../../schema/editor-api/tokens.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { readDuration } from "../../../schema/text/duration.ts";
import { showValue } from "../../../schema/text/show-value.ts";
import { newToken, type TokenTerms } from "../../../schema/token/new-token.ts";
import { shownToken } from "../../../schema/token/shown-token.ts";
import { readTokenName, tokenNameRule } from "../../../schema/token/token-name.ts";
import { requireScope } from "../access.ts";
import { bodyOf, byLink, described } from "../openapi/operations.ts";
import { jsonReply } from "../openapi/replies.ts";
import type { AuthenticationParts } from "./parts.ts";

const fields = ["name", "scope", "expires"];

const requireRead = requireScope("read");

/**
 * Requires a sign-in with a link from the shell: otherwise, any token could be used to make more tokens.
 * @throws NoticeError CREDENTIAL_MISSING, SESSION_LOCKED (401), SHELL_NEEDED (403)
 */
async function requireShell(request: FastifyRequest): Promise<void> {
  await requireRead(request);
  const { signIn } = request;
  if (signIn && signIn.via !== "link")
    throw new NoticeError("SHELL_NEEDED", { name: signIn.credential.name });
}

const listTokens = described(requireShell, {
  operationId: "listTokens",
  summary: "The tokens and when they end",
  security: byLink,
  responses: { 200: jsonReply("The tokens", tokenListSchema) },
});
const invite = described(requireShell, {
  operationId: "invite",
  summary: "Invite somebody: a link that makes a token for them and signs them in, once",
  security: byLink,
  requestBody: bodyOf(invitationSchema),
  problems: [409, 422],
  responses: { 200: jsonReply("The invitation, which only this reply shows", invitedSchema) },
});

/** The routes that list tokens and invite people. */
export function invitationRoutes(app: FastifyInstance, parts: AuthenticationParts): void {
  const { backend, invitations, readTokens, now } = parts;

  app.get("/api/tokens", listTokens, async (request): Promise<TokenList> => {
    const stored = await request.inTime(readTokens());
    return { tokens: stored.map((token) => shownToken(token, now())) };
  });

  app.post("/api/invitations", invite, async (request): Promise<Invited> => {
    const terms = readInvitation(request.body);
    // Checks now whether the store would take such a token, before somebody opens the link.
    await whileOpen(backend.openAccess(request.deadline), (access) =>
      access.rehearseToken(newToken(terms, now()).stored),
    );
    await request.assertStillAllowed?.();
    return invitations.make(terms);
  });
}

/** Reads the terms of the token that somebody is invited to. @throws NoticeError INVITATION_INVALID */
function readInvitation(body: unknown): TokenTerms {
  const given = Object.keys(Object(body));
  if (
    Array.isArray(body) ||
    given.length !== fields.length ||
    !fields.every((field) => given.includes(field))
  )
    throw invalid('An invitation is {"name": "anna", "scope": "write", "expires": "90d"}: send these three.');
  const { name, scope, expires } = body as Record<string, unknown>;
  const known = typeof name === "string" ? readTokenName(name) : undefined;
  if (known === undefined) throw invalid(`"name" ${tokenNameRule}, not ${showValue(name)}.`);
  if (scope !== "read" && scope !== "write")
    throw invalid(`"scope" must be "read" or "write", not ${showValue(scope)}.`);
  const lifetimeMs = typeof expires === "string" ? readDuration(expires) : undefined;
  if (!lifetimeMs)
    throw invalid(
      `"expires" must be how long the token is valid, such as 12h or 90d and more than 0, not ${showValue(expires)}.`,
    );
  return { name: known, scope, lifetimeMs };
}

function invalid(reason: string): NoticeError {
  return new NoticeError("INVITATION_INVALID", { reason });
}
