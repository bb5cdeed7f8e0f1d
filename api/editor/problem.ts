import { STATUS_CODES } from "node:http";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { flat, type Reply } from "../http/reply.ts";
import { send, sendBeforeBody } from "../http/send.ts";
import type { EditorParts } from "./parts.ts";

/** Headers that tell a client what to do about an error. @see https://www.rfc-editor.org/rfc/rfc6750#section-3 */
export function adviceOn({ status, code, etag }: NoticeError): Record<string, string> {
  if (etag !== undefined) return { etag };
  if (status === 401) return { "www-authenticate": "Bearer" };
  if (code === "SCOPE_MISSING") return { "www-authenticate": 'Bearer error="insufficient_scope"' };
  // The route of LIMIT_REACHED sets its own `Retry-After`.
  return status === 429 && code !== "LIMIT_REACHED" ? { "retry-after": "60" } : {};
}

/** Sends every error as a problem detail, and reports the unexpected ones. */
export function reportEditorProblems(app: FastifyInstance, { report }: Pick<EditorParts, "report">): void {
  app.setErrorHandler((cause: FastifyError, request, reply) =>
    sendProblem(request, reply, explainTo(report, cause)),
  );
  app.setNotFoundHandler(() => {
    throw new NoticeError("PATH_UNKNOWN", {});
  });
}

/** An error in our words; an unexpected one is reported. */
export function explainTo(report: EditorParts["report"], cause: FastifyError): NoticeError {
  const error = inOurWords(cause);
  if (error.code === "INTERNAL") report(`An unexpected error: ${cause.stack ?? cause}`);
  return error;
}

/**
 * Sends an error as a problem detail, with its code and every fault of a document. A client that is still sending gets it, too.
 * @see https://www.rfc-editor.org/rfc/rfc9457
 */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: NoticeError): void {
  const headers = { ...replyHeaders, ...(reply.getHeaders() as Record<string, string>) };
  sendAtOnce(request, reply, editorProblemReply(error, request.credential !== undefined, headers));
}

/** Sends a reply so that a client that is still sending gets it, too. */
export function sendAtOnce(request: FastifyRequest, reply: FastifyReply, made: Reply): void {
  const { raw } = reply.hijack();
  (request.raw.readableEnded ? send : sendBeforeBody)(raw, made);
}

/** The text of an error for a client. Only signed-in clients are told what is wrong with the store. */
export function detailOf({ status, code, message }: NoticeError, isSignedIn: boolean): string {
  const isShown = status < 500 || (isSignedIn && code !== "INTERNAL");
  return isShown ? message : "The request could not be answered: try again later.";
}

export function editorProblemReply(
  error: NoticeError,
  isSignedIn: boolean,
  headers: Record<string, string> = replyHeaders,
): Reply {
  const { status, code, faults: errors } = error;
  const detail = detailOf(error, isSignedIn);
  const problem = { type: "about:blank", title: STATUS_CODES[status], status, detail, code, errors };
  const body = Buffer.from(JSON.stringify(problem));
  const own = { "content-type": "application/problem+json", "content-length": body.length };
  return { head: { status, headers: flat({ ...headers, ...adviceOn(error), ...own }) }, body };
}

/** Errors of Fastify's in our words; all others are unexpected. */
export function inOurWords(cause: FastifyError): NoticeError {
  if (isNoticeError(cause)) return cause;
  const { code, statusCode = 500, message } = cause;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return new NoticeError("DOCUMENT_TOO_LARGE", {}, { cause });
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE")
    return new NoticeError("MEDIA_TYPE_WRONG", { needed: "application/json" }, { cause });
  if (code === "FST_ERR_BAD_URL") {
    const reason = "The path is not percent-encoded UTF-8: correct it.";
    return new NoticeError("REQUEST_INVALID", { reason }, { cause });
  }
  if (statusCode < 500) return new NoticeError("REQUEST_INVALID", { reason: `${message}.` }, { cause });
  return new NoticeError("INTERNAL", { reason: String(cause) }, { cause });
}

/** The page loads only what the editor itself serves, and nobody may frame it. @see https://www.w3.org/TR/CSP3/ */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * The headers of every reply unless its route says otherwise, in lower case as Fastify keeps them. Only the editor's
 * own origin may read a reply.
 */
export const replyHeaders = {
  "cache-control": "no-store",
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  // With `no-referrer`, a browser would send the preview's form with the origin `null`.
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
};
