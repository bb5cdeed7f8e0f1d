import { type IncomingHttpHeaders, STATUS_CODES } from "node:http";
import type { FastifyInstance, FastifyServerOptions } from "fastify";
import type { Board } from "../data/board.ts";
import { NoticeError, toNoticeError } from "../schema/errors.ts";
import { ownHeaders } from "./own-headers.ts";
import { writeAnswer } from "./raw-answer.ts";

/** An error as a problem detail; above 500 it does not tell what happened. @see https://www.rfc-editor.org/rfc/rfc9457 */
function problemOf({ status, message }: NoticeError): Buffer {
  const detail = status < 500 ? message : "The request could not be answered.";
  return Buffer.from(JSON.stringify({ type: "about:blank", title: STATUS_CODES[status], status, detail }));
}

function headersOf(board: Board, request: IncomingHttpHeaders = {}): Record<string, string | number> {
  const type = "application/problem+json";
  return { ...ownHeaders(board, request), "Content-Type": type, "Cache-Control": "no-store" };
}

/** Errors of our own endpoints are problem details. */
export function reportProblems(app: FastifyInstance, { board }: { board: Board }): void {
  app.setErrorHandler((cause, request, reply) => {
    const error = toNoticeError(cause);
    if (error.status >= 500) request.log.error(cause);
    return reply.code(error.status).headers(headersOf(board, request.headers)).send(problemOf(error));
  });
}

/** What Node cannot read as a request is a problem detail, too, written to the bare socket. */
export function refuseUnreadable(board: Board): NonNullable<FastifyServerOptions["clientErrorHandler"]> {
  return ({ code }, socket) => {
    const error = unreadable(code);
    writeAnswer(socket, { status: error.status, headers: headersOf(board), body: problemOf(error) });
  };
}

function unreadable(code: string | undefined): NoticeError {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return new NoticeError("HEADERS_TOO_LARGE", {});
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new NoticeError("REQUEST_TOO_SLOW", {});
    default:
      return new NoticeError("REQUEST_INVALID", { reason: "The request is not HTTP/1.1: correct it." });
  }
}

/** Two proxies may read two `Host` headers as two sites. @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2 */
export function requireOneHost(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw }, _reply, done) => {
    const names = raw.rawHeaders.filter((_entry, index) => index % 2 === 0);
    const hosts = names.filter((name) => name.toLowerCase() === "host").length;
    const isRight = hosts === 1 || (hosts === 0 && raw.httpVersion === "1.0");
    const reason = `The request has ${hosts === 0 ? "no" : "more than one"} Host header: send one.`;
    done(isRight ? undefined : new NoticeError("REQUEST_INVALID", { reason }));
  });
}
