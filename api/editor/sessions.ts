import { fastifyCookie } from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { deadlineIn } from "../../data/deadline.ts";
import { invitationOf, makeLink } from "../../data/links.ts";
import { type StoredToken, whileOpen } from "../../data/store.ts";
import {
  type Link,
  linkRequestSchema,
  linkSchema,
  type Session,
  type SignedIn,
  sessionSchema,
  signedInSchema,
  signInSchema,
} from "../../schema/editor-api/session.ts";
import { sessionKeyHeader } from "../../schema/editor-api/session-key.ts";
import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { sha256 } from "../../schema/notice/hash.ts";
import { dayMs } from "../../schema/text/minute.ts";
import { showValue } from "../../schema/text/text.ts";
import {
  endAfterUse,
  isExpired,
  isToken,
  makeToken,
  newSignIn,
  readTokenName,
  tokenNameRule,
} from "../../schema/token/token.ts";
import { compile } from "../../schema/validation/ajv.ts";
import { credentialOf, requireScope } from "./access.ts";
import { createRefuseCredential } from "./guard.ts";
import { bodyOf, bySignIn, described, jsonReply, type Operation, open } from "./operations.ts";
import type { EditorParts } from "./parts.ts";

type AuthenticationParts = ReturnType<typeof createAuthentication>;

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

export function signInRoutes(app: FastifyInstance, parts: AuthenticationParts): void {
  const { backend, cookie, refuse, findToken, now } = parts;

  const endFormer = async (request: FastifyRequest): Promise<void> => {
    const former = cookie.read(request);
    const found = former === undefined ? undefined : await request.inTime(findToken(former));
    if (found?.kind === "sign-in")
      await whileOpen(backend.openAccess(request.deadline), (access) =>
        access.endSignIn(found.sha256, now().toISOString()),
      );
  };
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

/**
 * Finds the credential of each request, and refuses a wrong one. A token in a header goes before a cookie. Anything
 * else in `Authorization` may be meant for a proxy.
 * @see https://www.rfc-editor.org/rfc/rfc6750
 */
export function authenticate(app: FastifyInstance, parts: AuthenticationParts): void {
  const { findToken, cookie, refuse, now } = parts;
  const findValid = async (secret: string): Promise<StoredToken | undefined> => {
    const found = await findToken(secret);
    return found && found.kind !== "link" ? found : undefined;
  };

  const identify = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const [, token] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "") ?? [];
    const secret = token ?? cookie.read(request);
    request.isLocked = secret === "locked";
    if (secret === undefined || secret === "locked") return;
    const over = new NoticeError(token === undefined ? "SESSION_ENDED" : "TOKEN_WRONG", {});
    const found = await request.inTime(findValid(secret));
    // The cookie of an ended sign-in is left: a new one may have replaced it while this request was under way.
    if (found?.kind === "sign-in" && isExpired(found, now())) throw over;
    if (!found || isExpired(found, now()))
      throw refuse(request.ip, token === undefined ? cookie.refuse(reply) : over);
    await request.inTime(keepUse(parts, found, now()));
    const { name, scope, expiresAt } = found;
    request.credential = { name, scope, expiresAt };
    // A request may lose its permission while its body arrives or it waits for the store.
    request.assertStillAllowed = async () => {
      const still = await request.inTime(findValid(secret));
      if (!still || isExpired(still, now())) throw over;
    };
  };

  app.addHook("onRequest", identify);
  app.addHook("preValidation", async (request, reply) => {
    if (request.isLocked && request.formKey !== undefined) await identify(request, reply);
  });
}

declare module "fastify" {
  interface FastifyRequest {
    /** The key of the sign-in from a form, which is read after the headers. */
    formKey?: string;
  }
}

/** As long as browsers keep a cookie, in seconds: the store knows when a sign-in ends. */
const maxAge = 400 * 86_400;
/** How much of a secret is in the cookie if the rest is the key. */
const cookieLength = 27;

/**
 * Cookies ignore ports, so the port is in the name: two editors on one machine do not sign each other out.
 * @see https://www.rfc-editor.org/rfc/rfc6265#section-8.5
 */
export function cookieName(origin: string): string {
  const { protocol, port } = new URL(origin);
  const isSecure = protocol === "https:";
  return `${isSecure ? "__Host-" : ""}backsoon-${port || (isSecure ? 443 : 80)}`;
}

/**
 * Keeps the secret of a sign-in in the browser: over https in the cookie alone. On loopback other programs get the
 * cookie, so it has one half, and the page keeps the other, which is the key.
 */
function createSessionCookie(app: FastifyInstance, origin: string) {
  // Errors bypass the hook by which the plugin would add its cookies: we write the header ourselves.
  void app.register(fastifyCookie, { hook: false });
  const secure = new URL(origin).protocol === "https:";
  const name = cookieName(origin);
  const options = { path: "/", httpOnly: true, sameSite: "strict", secure } as const;
  const write = (reply: FastifyReply, value: string, seconds: number): void =>
    void reply.header("Set-Cookie", app.serializeCookie(name, value, { ...options, maxAge: seconds }));
  return {
    /** The secret; "locked" if its key is missing. */
    read({ headers, formKey }: FastifyRequest): string | "locked" | undefined {
      const kept = app.parseCookie(headers.cookie ?? "")[name] || undefined;
      if (kept === undefined || secure) return kept;
      const key = formKey ?? headers[sessionKeyHeader.toLowerCase()];
      return typeof key === "string" ? kept + key : "locked";
    },
    /** Keeps a secret; returns the key if there is one. */
    keep(reply: FastifyReply, secret: string): string | undefined {
      write(reply, secure ? secret : secret.slice(0, cookieLength), maxAge);
      return secure ? undefined : secret.slice(cookieLength);
    },
    forget: (reply: FastifyReply): void => write(reply, "", 0),
    /** The error for an unknown secret, which is forgotten. On loopback, only the key may be wrong: as of another tab. */
    refuse(reply: FastifyReply): NoticeError {
      if (!secure) return new NoticeError("SESSION_LOCKED", {});
      write(reply, "", 0);
      return new NoticeError("SESSION_ENDED", {});
    },
  };
}

/** How long such a write may take, in ms. */
const keepMs = 1000;

/** What the store has of a secret. @throws NoticeError STORE_… */
type FindToken = (secret: string) => Promise<StoredToken | undefined>;

/**
 * Reads the store each time, so that what is revoked ends at once. Callers that ask during a read share the next one:
 * however many there are, they take one connection of the database. A lookup by hash takes the same time however much
 * of a guess is right.
 */
function createFindToken(backend: EditorParts["backend"]): FindToken {
  let last: Promise<unknown> = Promise.resolve();
  let next: { hashes: string[]; found: Promise<StoredToken[]> } | undefined;
  const begin = () => {
    const hashes: string[] = [];
    const found = last.then(() => {
      next = undefined;
      return whileOpen(backend.openAccess(), (access) => access.find(hashes));
    });
    last = found.catch(() => {});
    return { hashes, found };
  };
  return async (secret) => {
    // A text that does not look like a token is refused even while the store is away.
    if (!isToken(secret)) return undefined;
    const hash = sha256(secret);
    next ??= begin();
    next.hashes.push(hash);
    return (await next.found).find((token) => token.sha256 === hash);
  };
}

/** Keeps that something is used, at most once a day. A store that refuses that lets it in all the same. */
async function keepUse(
  { backend }: Pick<EditorParts, "backend">,
  token: StoredToken,
  now: Date,
): Promise<void> {
  if (now.getTime() - Date.parse(token.usedAt ?? token.createdAt) < dayMs) return;
  const expiresAt = token.kind === "sign-in" ? endAfterUse(token, now) : token.expiresAt;
  await whileOpen(backend.openAccess(deadlineIn(keepMs)), (access) =>
    access.keepUse(token.sha256, now.toISOString(), expiresAt),
  ).catch(() => {});
}
