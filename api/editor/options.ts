import type { RequestListener, Server } from "node:http";
import type { FastifyServerOptions } from "fastify";
import { maxDocumentBytes } from "../../schema/json/json.ts";
import { refuseUnreadable } from "../http/connection/unreadable.ts";
import type { EditorParts } from "./parts.ts";
import { editorProblemReply, inOurWords, sendProblem } from "./problem.ts";

/** Where requests come from. */
export interface ServerParts extends Pick<EditorParts, "trustedProxies"> {
  /** Passes requests to the listener; returns the server that they come from, which listens already. */
  serve(listener: RequestListener): Server;
}

/** How Fastify is to read requests, and what it is to do with those that it cannot read. */
export function serverOptions({ serve, trustedProxies }: ServerParts): FastifyServerOptions {
  return {
    serverFactory: serve,
    clientErrorHandler: refuseUnreadable((fault) => editorProblemReply(fault, false)),
    frameworkErrors: (cause, request, reply) => sendProblem(request, reply, inOurWords(cause)),
    bodyLimit: maxDocumentBytes,
    trustProxy: trustedProxies,
    logger: false,
    // No route has a schema: Fastify's own compilers, which it would load now, are never used.
    schemaController: {
      compilersFactory: { buildValidator: () => refuseSchema, buildSerializer: () => refuseSchema },
    },
  };
}

function refuseSchema(): never {
  throw new Error("A route has a schema, and no compiler for it is loaded.");
}
