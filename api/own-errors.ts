import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendProblem } from "./problem.ts";

/** Two `Host` headers mean two things to two proxies. @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2 */
export function refuseAmbiguousHost(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const names = request.raw.rawHeaders.filter((_entry, index) => index % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === "host").length > 1) {
    sendProblem(reply, 400, "Bad Request", "The request has more than one Host header: send one.");
    return;
  }
  done();
}

/** Errors of our own endpoints: below 500 the sentence is shown, above it is only logged. */
export function reportErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error(error);
    return status < 500
      ? sendProblem(reply, status, "Bad Request", error.message)
      : sendProblem(reply, status, "Internal Server Error", "The request could not be answered; try again.");
  });
}
