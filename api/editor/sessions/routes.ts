import type { FastifyInstance, FastifyRequest } from "fastify";
import { whileOpen } from "../../../data/store.ts";
import type { Deadline } from "../../../data/time/deadline.ts";
import {
  type Session,
  type SignedIn,
  sessionSchema,
  sessionWithProposalsSchema,
  signedInSchema,
  signInSchema,
} from "../../../schema/editor-api/session.ts";
import type { ShownOnce } from "../../../schema/editor-api/tokens.ts";
import { isNoticeError, NoticeError } from "../../../schema/errors/notice-error.ts";
import { newToken } from "../../../schema/token/new-token.ts";
import { requireScope } from "../access.ts";
import { bodyOf, described, type Operation, open } from "../openapi/operations.ts";
import { jsonReply } from "../openapi/replies.ts";
import type { EditorParts } from "../parts.ts";
import { sessionKeyIn } from "./authenticate.ts";
import type { SignInLinks } from "./links.ts";
import type { AuthenticationParts } from "./parts.ts";
import type { Holder, SignIn } from "./sessions.ts";
import { findHolder, holderOf } from "./tokens.ts";

const cookieHeader = { "Set-Cookie": { required: true, schema: { type: "string" } } };
const signIn = described([], {
  operationId: "signIn",
  summary: "Sign in with a link's secret, with a token, or with an invitation, which makes a token",
  security: open,
  requestBody: bodyOf(signInSchema),
  problems: [401, 409, 429, 503],
  responses: {
    200: jsonReply("Signed in: later requests need the cookie and this key", signedInSchema, cookieHeader),
  },
});
const signOut: Operation = {
  operationId: "signOut",
  summary: "Sign out",
  security: [{}, { session: [], key: [] }],
  problems: [401],
  responses: { 204: { description: "Signed out", headers: cookieHeader } },
};

/**
 * The routes to sign in with a link's secret, a token or an invitation (other credentials are ignored), and to sign
 * out.
 */
export function signInRoutes(
  app: FastifyInstance,
  parts: AuthenticationParts & { links: SignInLinks },
): void {
  const { author, sessions, cookie, refuse, links } = parts;
  const byShell: Holder = {
    credential: { name: author, scope: "write", id: `shell ${author}` },
    via: "link",
  };
  /** Who signs in, and the token that was made for them, if any. */
  const enter = async (request: FastifyRequest): Promise<{ holder: Holder; made?: ShownOnce }> => {
    const { by, value } = readBody(request.body);
    if (by === "invitation") return acceptInvitation(parts, value, request.deadline);
    if (by === "secret") {
      if (links.spend(value)) return { holder: byShell };
      throw new NoticeError("LINK_WRONG", {});
    }
    const holder = await request.inTime(findHolder(parts, value));
    if (holder) return { holder };
    throw new NoticeError("TOKEN_WRONG", {});
  };

  app.post("/api/session", signIn, async (request, reply) => {
    const { holder, made } = await enter(request).catch((error: NoticeError) => {
      throw error.status === 401 ? refuse(request.ip, error) : error;
    });
    // An id that an attacker planted in this browser must not become a session.
    sessions.close(cookie.read(request) ?? "");
    const { id, key } = sessions.open(holder);
    cookie.write(reply, id);
    return { key, ...(made && { made }) } satisfies SignedIn;
  });

  const mayEnd = async (request: FastifyRequest): Promise<void> => {
    const session = sessions.find(cookie.read(request) ?? "", sessionKeyIn(request), false);
    if (session === "locked") throw new NoticeError("SESSION_LOCKED", {});
  };
  app.delete("/api/session", { onRequest: mayEnd, config: { openapi: signOut } }, async (request, reply) => {
    sessions.close(cookie.read(request) ?? "");
    cookie.write(reply, undefined);
    return reply.code(204).send();
  });
}

/** Says who is signed in, how, and until when, and whether a chat model proposes words. */
export function sessionRoute(app: FastifyInstance, { proposals }: Pick<EditorParts, "proposals">): void {
  const offered = proposals && { proposals: true as const };
  const getSession = described(requireScope("read"), {
    operationId: "getSession",
    summary: "Who is signed in",
    responses: { 200: jsonReply("The session", proposals ? sessionWithProposalsSchema : sessionSchema) },
  });
  app.get("/api/session", getSession, async ({ signIn }): Promise<Session> => {
    if (!signIn) throw new NoticeError("CREDENTIAL_MISSING", {});
    const { credential, via, expiresAt } = signIn;
    return { name: credential.name, scope: credential.scope, via, expiresAt, ...offered };
  });
}

const ways = ["secret", "token", "invitation"] as const;

function readBody(body: unknown): { by: (typeof ways)[number]; value: string } {
  const entries = Object.entries(Object(body));
  const [[name, value] = []] = entries;
  const by = ways.find((way) => way === name);
  if (entries.length === 1 && by !== undefined && typeof value === "string") return { by, value };
  const reason =
    'A sign-in is {"secret": "…"}, with the secret of a link, {"token": "…"}, or {"invitation": "…"}, with the secret of an invitation: send one of them.';
  throw new NoticeError("REQUEST_INVALID", { reason });
}

/**
 * Makes the token of an invitation, and signs its holder in. If the token cannot be made, the invitation stays open.
 * @throws NoticeError INVITATION_WRONG, INVITED_NAME_TAKEN, STORE_…
 */
async function acceptInvitation(
  { invitations, backend, now }: AuthenticationParts,
  secret: string,
  deadline: Deadline,
): Promise<{ holder: SignIn; made: ShownOnce }> {
  const accepted = await invitations.spend(secret, async (terms) => {
    const { text, stored } = newToken(terms, now());
    try {
      await whileOpen(backend.openAccess(deadline), (access) => access.addToken(stored));
    } catch (error) {
      // The invited person cannot choose another name.
      throw isNoticeError(error, "TOKEN_EXISTS")
        ? new NoticeError("INVITED_NAME_TAKEN", { name: terms.name }, { cause: error })
        : error;
    }
    const { sha256: _, ...shown } = stored;
    return { holder: holderOf(stored), made: { token: text, ...shown } };
  });
  if (!accepted) throw new NoticeError("INVITATION_WRONG", {});
  return accepted;
}
