import { STATUS_CODES } from "node:http";
import type { FastifyInstance } from "fastify";
import type { NoticeCache } from "../../data/cache/notice-cache.ts";
import { NoticeError, toNoticeError } from "../../schema/errors/notice-error.ts";
import { flat, ownHeaders, type Reply } from "./reply.ts";
import type { AskedRequest, RequestHead } from "./request-head.ts";
import { send } from "./send.ts";

/** The largest body that our endpoints accept, in bytes. They ignore it. */
const maxIgnoredBodyBytes = 64 * 1024;

/** An error as a problem detail. From status 500 up, it hides the cause. @see https://www.rfc-editor.org/rfc/rfc9457 */
export function problemReply({ status, message }: NoticeError, cache: NoticeCache, origin?: string): Reply {
  const detail = status < 500 ? message : "The request could not be answered: try again later.";
  const problem = { type: "about:blank", title: STATUS_CODES[status], status, detail };
  const body = Buffer.from(JSON.stringify(problem));
  const headers = {
    ...ownHeaders(cache, origin),
    "Content-Type": "application/problem+json",
    "Content-Length": body.length,
    "Cache-Control": "no-store",
  };
  return { head: { status, headers: flat(headers) }, body };
}

/** Sends the errors of our own endpoints as problem details. */
export function reportProblems(app: FastifyInstance, cache: NoticeCache): void {
  app.setErrorHandler((cause, request, reply) => {
    const error = toNoticeError(cause);
    if (error.status >= 500) request.log.error(cause);
    send(reply.hijack().raw, problemReply(error, cache, request.headers.origin));
  });
}

/** What is wrong with a request to one of our endpoints. */
export function endpointFault(head: RequestHead, request: AskedRequest): NoticeError | undefined {
  const isTooLarge = head.hasBody && Number(request.headers["content-length"] ?? 0) > maxIgnoredBodyBytes;
  return isTooLarge ? new NoticeError("BODY_TOO_LARGE", {}) : hostFault(head, request);
}

/**
 * What is wrong with a request's `Host`: if there are two, two proxies may each read a different site.
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
export function hostFault({ hosts }: RequestHead, { httpVersion }: AskedRequest): NoticeError | undefined {
  if (hosts === 1 || (hosts === 0 && httpVersion === "1.0")) return undefined;
  const reason = `The request has ${hosts === 0 ? "no" : "more than one"} Host header: send one.`;
  return new NoticeError("REQUEST_INVALID", { reason });
}
