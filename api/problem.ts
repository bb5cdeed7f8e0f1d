import type { FastifyReply } from "fastify";

/**
 * Answers with a problem detail.
 * @see https://www.rfc-editor.org/rfc/rfc9457
 */
export function sendProblem(
  reply: FastifyReply,
  status: number,
  title: string,
  detail: string,
): FastifyReply {
  return reply
    .code(status)
    .headers({ "Content-Type": "application/problem+json", "Cache-Control": "no-store" })
    .send(JSON.stringify({ type: "about:blank", title, status, detail }));
}
