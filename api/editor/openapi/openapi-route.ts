import type { FastifyInstance } from "fastify";
import { readQuery } from "../notice/query.ts";
import type { EditorParts } from "../parts.ts";
import { cookieName } from "../sessions/cookie.ts";
import { openApiJson } from "./document.ts";

/** Describes the service to any program that asks: nothing in it is secret. */
export function openApiRoute(app: FastifyInstance, parts: EditorParts): void {
  const { version, origin, proposals } = parts;
  let document: string | undefined;
  app.get("/api/openapi.json", (request, reply) => {
    readQuery(request.query, {});
    document ??= openApiJson({
      version,
      origin,
      cookie: cookieName(origin),
      hasProposals: proposals !== undefined,
    });
    return reply.type("application/json").send(document);
  });
}
