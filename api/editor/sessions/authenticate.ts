import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sessionKeyHeader } from "../../../schema/editor-api/session.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import type { AuthenticationParts } from "./parts.ts";
import type { SignIn } from "./sessions.ts";
import { findHolder, findValid } from "./tokens.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** How the sender has signed in; absent if they have not. */
    signIn?: SignIn;
    /** The session's key from a form, which is read after the headers. */
    formKey?: string;
  }
}

/**
 * Finds the credential of each request, and refuses a wrong one. A token in a header goes before a cookie, which needs
 * its key. Anything else in `Authorization` may be meant for a proxy.
 * @see https://www.rfc-editor.org/rfc/rfc6750
 */
export function authenticate(app: FastifyInstance, parts: AuthenticationParts): void {
  const { sessions, cookie, refuse } = parts;

  const byToken = async ({ ip }: FastifyRequest, token: string): Promise<SignIn> => {
    const holder = await findHolder(parts, token);
    if (holder) return holder;
    throw refuse(ip, new NoticeError("TOKEN_WRONG", {}));
  };

  const bySession = async (
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
  ): Promise<SignIn | undefined> => {
    const { ip, method } = request;
    // An open page polls: that does not count as use.
    const session = sessions.find(id, keyIn(request), method !== "GET" && method !== "HEAD");
    request.isLocked = session === "locked";
    if (session === "locked") return undefined;
    if (session === undefined) {
      cookie.write(reply, undefined);
      throw refuse(ip, new NoticeError("SESSION_ENDED", {}));
    }
    const { tokenSum } = session === "ended" ? {} : session;
    const isValid = tokenSum === undefined || (await findValid(parts, tokenSum)) !== undefined;
    if (session !== "ended" && isValid) return session;
    sessions.close(id);
    // The cookie is left: a new sign-in may have replaced it while this request was under way.
    throw new NoticeError("SESSION_ENDED", {});
  };

  /** A request may lose its permission while its body arrives or it waits for the store. */
  const assertStillAllowed = async (
    request: FastifyRequest,
    { credential: { name, scope }, tokenSum }: SignIn,
    id: string | undefined,
  ): Promise<void> => {
    if (tokenSum !== undefined) {
      const token = await findValid(parts, tokenSum);
      if (!token) throw new NoticeError(id === undefined ? "TOKEN_WRONG" : "SESSION_ENDED", {});
      if (token.scope !== scope) throw new NoticeError("SCOPE_MISSING", { name });
    }
    // Asked last: nothing is awaited between this and the work that it allows.
    if (id !== undefined && typeof sessions.find(id, keyIn(request), true) !== "object")
      throw new NoticeError("SESSION_ENDED", {});
  };

  const identify = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const [, token] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "") ?? [];
    const id = token === undefined ? cookie.read(request) : undefined;
    const found =
      token !== undefined
        ? byToken(request, token)
        : id !== undefined
          ? bySession(request, reply, id)
          : undefined;
    const signIn = found && (await request.inTime(found));
    if (!signIn) return;
    request.signIn = signIn;
    request.credential = signIn.credential;
    request.assertStillAllowed = () => request.inTime(assertStillAllowed(request, signIn, id));
  };

  app.addHook("onRequest", identify);
  app.addHook("preValidation", async (request, reply) => {
    if (request.isLocked && request.formKey !== undefined) await identify(request, reply);
  });
}

function keyIn(request: FastifyRequest): string | undefined {
  return request.formKey ?? sessionKeyIn(request);
}

/** The key that a request has in its header. */
export function sessionKeyIn({ headers }: FastifyRequest): string | undefined {
  const key = headers[sessionKeyHeader.toLowerCase()];
  return typeof key === "string" ? key : undefined;
}
