import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { StoredToken } from "../../../data/store.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { isExpired } from "../../../schema/token/token.ts";
import type { AuthenticationParts } from "./routes.ts";
import { keepUse } from "./tokens.ts";

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
