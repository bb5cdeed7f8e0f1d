import type { FastifyInstance } from "fastify";
import { NoticeError } from "../../../schema/errors/notice-error.ts";

/**
 * Refuses requests without a route, before their bodies are read: 405 where the path has other methods, else 404.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.6
 */
export function refuseUnrouted(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!request.is404) return;
    const { method, url } = request;
    const allowed = app.supportedMethods.filter((known) => app.findRoute({ method: known, url }));
    if (allowed.length === 0) throw new NoticeError("PATH_UNKNOWN", {});
    reply.header("Allow", allowed.join(", "));
    throw new NoticeError("METHOD_WRONG", { method, allowed });
  });
}
