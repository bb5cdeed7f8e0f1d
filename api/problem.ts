import { type IncomingHttpHeaders, type IncomingMessage, STATUS_CODES } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Board } from "../data/board.ts";
import { NoticeError, toNoticeError } from "../schema/errors.ts";
import type { Answer } from "./answer.ts";
import { bodyLimit } from "./limits.ts";
import { ownHeaders } from "./own-headers.ts";

/** An error as a problem detail; above 500 it does not tell what happened. @see https://www.rfc-editor.org/rfc/rfc9457 */
export function problemAnswer(
  { status, message }: NoticeError,
  board: Board,
  request: IncomingHttpHeaders = {},
): Answer {
  const detail = status < 500 ? message : "The request could not be answered.";
  const problem = { type: "about:blank", title: STATUS_CODES[status], status, detail };
  const type = "application/problem+json";
  return {
    status,
    headers: { ...ownHeaders(board, request), "Content-Type": type, "Cache-Control": "no-store" },
    body: Buffer.from(JSON.stringify(problem)),
  };
}

/** Errors of our own endpoints are problem details. */
export function reportProblems(app: FastifyInstance, { board }: { board: Board }): void {
  app.setErrorHandler((cause, request, reply) => {
    const error = toNoticeError(cause);
    if (error.status >= 500) request.log.error(cause);
    const { status, headers, body } = problemAnswer(error, board, request.headers);
    return reply.code(status).headers(headers).send(body);
  });
}

/** Refuses what is wrong with a request to an endpoint of ours. */
export function refuseFaults(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw }, _reply, done) => {
    const isTooLarge = Number(raw.headers["content-length"] ?? 0) > bodyLimit;
    done(isTooLarge ? new NoticeError("BODY_TOO_LARGE", {}) : faultOf(raw));
  });
}

/** What is wrong with a request that Node takes: two proxies may read two `Host` headers as two sites. @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2 */
export function faultOf({ rawHeaders, httpVersion }: IncomingMessage): NoticeError | undefined {
  const hosts = countHosts(rawHeaders);
  if (hosts === 1 || (hosts === 0 && httpVersion === "1.0")) return undefined;
  const reason = `The request has ${hosts === 0 ? "no" : "more than one"} Host header: send one.`;
  return new NoticeError("REQUEST_INVALID", { reason });
}

function countHosts(rawHeaders: string[]): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === "host") hosts += 1;
  }
  return hosts;
}
