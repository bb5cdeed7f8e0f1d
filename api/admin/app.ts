import { type FastifyInstance, fastify } from "fastify";
import type { EditorParts } from "./parts.ts";

/** The editor's service, ready to listen: tests and production use the same one. */
export function buildEditor(_parts: EditorParts): FastifyInstance {
  const app = fastify({ logger: false });
  // C: noticeRoutes, revisionRoutes, nodeRoutes, openApiRoute. D: previewRoutes. Each is called (app, parts).
  return app;
}
