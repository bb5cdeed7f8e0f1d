import type { RequestListener, Server } from "node:http";
import type { FastifyInstance, FastifyServerOptions } from "fastify";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { maxDocumentBytes, parseJson } from "../../schema/json/json.ts";
import { showValue } from "../../schema/text/text.ts";
import { schemaController } from "../http/http-server.ts";
import { readHead } from "../http/request-head.ts";
import { refuseUnreadable } from "../http/unreadable.ts";
import type { EditorParts } from "./parts.ts";
import { editorProblemReply, inOurWords, sendProblem } from "./problem.ts";

export interface ServerParts extends Pick<EditorParts, "trustedProxies"> {
  /** Passes requests to the listener; returns the server that they come from, which listens already. */
  serve(listener: RequestListener): Server;
}

/** How Fastify reads requests, and refuses those that it cannot read. */
export function serverOptions({ serve, trustedProxies }: ServerParts): FastifyServerOptions {
  return {
    serverFactory: serve,
    clientErrorHandler: refuseUnreadable((fault) => editorProblemReply(fault, false)),
    frameworkErrors: (cause, request, reply) => sendProblem(request, reply, inOurWords(cause)),
    bodyLimit: maxDocumentBytes,
    trustProxy: trustedProxies,
    logger: false,
    schemaController,
  };
}

/**
 * Reads bodies of JSON, as strictly as every document is read. A type that the route does not take, or a coding, is
 * refused with 415.
 */
export function readBodies(app: FastifyInstance): void {
  app.addHook("preParsing", async ({ raw, routeOptions }, reply) => {
    const { "content-encoding": codings = "" } = raw.headers;
    const { hasBody } = readHead(raw);
    const { openapi } = routeOptions.config;
    const taken = openapi?.requestBody && Object.keys(openapi.requestBody.content);
    const [type = ""] = raw.headers["content-type"]?.split(";") ?? [];
    if (taken && !taken.includes(type.trim().toLowerCase())) {
      const needed = taken.join(" or ");
      // @see https://www.rfc-editor.org/rfc/rfc5789#section-2.2
      if (raw.method === "PATCH") reply.header("Accept-Patch", needed);
      throw new NoticeError("MEDIA_TYPE_WRONG", { needed });
    }
    // A rollback has no body, but many clients send a type with every POST.
    if (!hasBody && openapi && !taken) delete raw.headers["content-type"];
    if (!hasBody || codings.split(",").every(isIdentity)) return;
    // @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.16
    reply.header("Accept-Encoding", "identity");
    throw new NoticeError("CONTENT_CODING_WRONG", { found: showValue(codings) });
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ["application/json", "application/merge-patch+json"],
    { parseAs: "buffer" },
    async (_request: unknown, body: Buffer) => parseJson(body),
  );
}

function isIdentity(coding: string): boolean {
  return /^\s*(?:identity\s*)?$/i.test(coding);
}
