import type { FastifyInstance, FastifyRequest } from "fastify";
import { invitationOf, makeLink } from "../../../data/links.ts";
import { whileOpen } from "../../../data/store.ts";
import {
  type Link,
  linkRequestSchema,
  linkSchema,
  type Session,
  type SignedIn,
  sessionSchema,
  signedInSchema,
  signInSchema,
} from "../../../schema/editor-api/session.ts";
import { isNoticeError, NoticeError } from "../../../schema/errors/notice-error.ts";
import { showValue } from "../../../schema/text/text.ts";
import {
  isExpired,
  makeToken,
  newSignIn,
  readTokenName,
  tokenNameRule,
} from "../../../schema/token/token.ts";
import { compile } from "../../../schema/validation/ajv.ts";
import { credentialOf, requireScope } from "../access.ts";
import { createRefuseCredential } from "../guard/wrong-credentials.ts";
import { bodyOf, bySignIn, described, type Operation, open } from "../openapi/operations.ts";
import { jsonReply } from "../openapi/replies.ts";
import type { EditorParts } from "../parts.ts";
import { createSessionCookie } from "./cookie.ts";
import { createFindToken } from "./tokens.ts";

/** The parts that are needed to know who sends a request. */
export type AuthenticationParts = ReturnType<typeof createAuthentication>;

/** Makes these parts. */
export function createAuthentication(app: FastifyInstance, { now, origin, backend }: EditorParts) {
  return {
    now,
    origin,
    backend,
    cookie: createSessionCookie(app, origin),
    refuse: createRefuseCredential(now),
    findToken: createFindToken(backend),
  };
}

const cookieHeader = { "Set-Cookie": { required: true, schema: { type: "string" } } };
const signIn = described([], {
  operationId: "signIn",
  summary: "Sign in with a link's secret or with a token",
  security: open,
  requestBody: bodyOf(signInSchema),
  responses: { 200: jsonReply("Signed in: later requests need the cookie", signedInSchema, cookieHeader) },
});
const signOut: Operation = {
  operationId: "signOut",
  summary: "Sign out",
  security: [{}, ...bySignIn],
  responses: { 204: { description: "Signed out", headers: cookieHeader } },
};

/** The routes to sign in with a link's secret or a token (other credentials are ignored), and to sign out. */
export function signInRoutes(app: FastifyInstance, parts: AuthenticationParts): void {
  const { backend, cookie, refuse, findToken, now } = parts;

  /** Ends the sign-in that a browser has, if any. */
  const endFormer = async (request: FastifyRequest): Promise<void> => {
    const former = cookie.read(request);
    const found = former === undefined ? undefined : await request.inTime(findToken(former));
    if (found?.kind === "sign-in")
      await whileOpen(backend.openAccess(request.deadline), (access) =>
        access.endSignIn(found.sha256, now().toISOString()),
      );
  };
  /** Makes a sign-in, and returns its secret. */
  const enter = async (request: FastifyRequest): Promise<string> => {
    const credential = readCredential(request.body);
    const byLink = "secret" in credential;
    const value = byLink ? credential.secret : credential.token;
    const found = await request.inTime(findToken(value));
    const wrong = new NoticeError(byLink ? "LINK_WRONG" : "TOKEN_WRONG", {});
    const isRight = byLink ? found?.kind === "link" && found.usedAt === null : found?.kind !== "link";
    if (!found || !isRight || isExpired(found, now())) throw refuse(request.ip, wrong);
    // A secret that an attacker planted in this browser must not become a sign-in.
    const secret = makeToken();
    const at = now();
    return whileOpen(backend.openAccess(request.deadline), async (access) => {
      if (byLink) {
        if (await access.spendLink(found.sha256, (link) => newSignIn(link, secret, at))) return secret;
        throw refuse(request.ip, wrong);
      }
      try {
        await access.addToken(newSignIn(found, secret, at));
        return secret;
      } catch (error) {
        // The role may only read: then the browser keeps the token itself.
        if (isNoticeError(error, "STORE_FORBIDDEN")) return value;
        throw error;
      }
    });
  };

  app.post("/api/session", signIn, async (request, reply) => {
    const secret = await enter(request);
    await endFormer(request).catch(() => {
      // It ends by itself.
    });
    const key = cookie.keep(reply, secret);
    return { ...(key !== undefined && { key }) } satisfies SignedIn;
  });

  app.delete("/api/session", { config: { openapi: signOut } }, async (request, reply) => {
    if (cookie.read(request) === "locked") throw new NoticeError("SESSION_LOCKED", {});
    await endFormer(request);
    cookie.forget(reply);
    return reply.code(204).send();
  });
}

const getSession = described(requireScope("read"), {
  operationId: "getSession",
  summary: "Who is signed in",
  responses: { 200: jsonReply("The session", sessionSchema) },
});

/** Says who is signed in and until when, and whether a chat model proposes words. */
export function sessionRoute(app: FastifyInstance, { proposals }: Pick<EditorParts, "proposals">): void {
  const offered = proposals && ({ proposals: true } as const);
  app.get(
    "/api/session",
    getSession,
    async (request): Promise<Session> => ({ ...credentialOf(request), ...offered }),
  );
}

const postLink = described(requireScope("invite"), {
  operationId: "makeLink",
  summary: "Make a link that signs a colleague in, once, who may then publish",
  security: bySignIn,
  requestBody: bodyOf(linkRequestSchema),
  responses: { 200: jsonReply("The link, which only this reply shows", linkSchema) },
});

/** The route that makes a link, for whoever signed in with a link from the shell. */
export function linkRoute(app: FastifyInstance, { backend, origin, now }: AuthenticationParts): void {
  app.post("/api/links", postLink, async (request): Promise<Link> => {
    const name = readName(request.body);
    await request.assertStillAllowed?.();
    const at = now();
    return makeLink(backend, origin, invitationOf(name, "write", at), at, request.deadline);
  });
}

/** Reads whom a link is for. @throws NoticeError LINK_INVALID */
function readName(body: unknown): string {
  const { name } = Object(body);
  const known = typeof name === "string" ? readTokenName(name) : undefined;
  if (known !== undefined) return known;
  throw new NoticeError("LINK_INVALID", { reason: `"name" ${tokenNameRule}, not ${showValue(name)}.` });
}

const findFaults = compile(signInSchema);

/** Reads what somebody signs in with. @throws NoticeError REQUEST_INVALID */
function readCredential(body: unknown): { secret: string } | { token: string } {
  if (findFaults(body).length === 0) return body as { secret: string } | { token: string };
  const reason =
    'A sign-in is {"secret": "…"}, with the secret of a link, or {"token": "…"}: send one of them.';
  throw new NoticeError("REQUEST_INVALID", { reason });
}
