import type { FastifyReply, FastifyRequest } from "fastify";
import { NoticeError } from "../../../schema/errors/notice-error.ts";

type Check = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export const json = "application/json";
/** @see https://www.rfc-editor.org/rfc/rfc7396#section-4 */
export const mergePatchType = "application/merge-patch+json";

/**
 * A route's `onRequest` that refuses any other type of body, and names the needed one; for a patch, also in
 * `Accept-Patch`.
 * @throws NoticeError MEDIA_TYPE_WRONG (415)
 * @see https://www.rfc-editor.org/rfc/rfc5789#section-2.2
 */
export function requireType(needed: typeof json | typeof mergePatchType): Check {
  return async ({ headers }, reply) => {
    const [type = ""] = headers["content-type"]?.split(";") ?? [];
    if (type.trim().toLowerCase() === needed) return;
    if (needed === mergePatchType) reply.header("Accept-Patch", needed);
    throw new NoticeError("MEDIA_TYPE_WRONG", { needed });
  };
}
