import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Board } from "../data/board.ts";
import { marker } from "./marker.ts";

/** What went wrong with a request to our own endpoints. @see https://www.rfc-editor.org/rfc/rfc9457 */
interface Problem {
  status: number;
  title: string;
  detail: string;
}

/** Answers the requests that cannot be answered otherwise: what is wrong with us is only logged. */
export function reportProblems(app: FastifyInstance, { board }: { board: Board }): void {
  const send = (reply: FastifyReply, problem: Problem): FastifyReply =>
    reply
      .code(problem.status)
      .headers({
        "Content-Type": "application/problem+json",
        "Cache-Control": "no-store",
        [marker]: board.current().revision,
      })
      .send(Buffer.from(JSON.stringify({ type: "about:blank", ...problem })));

  app.addHook("onRequest", (request, reply, done) => {
    if (!hasTwoHosts(request)) return done();
    send(reply, {
      status: 400,
      title: "Bad Request",
      detail: "The request has more than one Host header: send one.",
    });
  });

  app.setErrorHandler((error, request, reply) => {
    request.log.error(error);
    send(reply, {
      status: 500,
      title: "Internal Server Error",
      detail: "The request could not be answered.",
    });
  });
}

/** Two proxies may read two `Host` headers as two sites. @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2 */
function hasTwoHosts({ raw }: FastifyRequest): boolean {
  const names = raw.rawHeaders.filter((_entry, index) => index % 2 === 0);
  return names.filter((name) => name.toLowerCase() === "host").length > 1;
}
