import { type FastifyInstance, fastify } from "fastify";
import { appRoutes } from "./app-state.ts";
import { guardRequests, healthRoute, limitTime, refuseUnrouted } from "./guard.ts";
import { noticeRoutes, revisionRoutes } from "./notice.ts";
import { openApiRoute } from "./openapi.ts";
import { collectOperations, readQueries } from "./operations.ts";
import { readBodies, type ServerParts, serverOptions } from "./options.ts";
import { pageFiles } from "./page-files.ts";
import type { EditorParts } from "./parts.ts";
import { previewRoutes } from "./preview.ts";
import { reportEditorProblems } from "./problem.ts";
import { proposalRoutes } from "./proposals.ts";
import { authenticate, createAuthentication, linkRoute, sessionRoute, signInRoutes } from "./sessions.ts";
import { createWrite } from "./write.ts";

/** What the editor's process adds to the parts: its server. */
interface AppParts extends EditorParts, ServerParts {}

/** The editor's service: tests and production use the same one. */
export function buildEditor(parts: AppParts): FastifyInstance {
  const app = fastify(serverOptions(parts));
  const write = createWrite(parts);
  const access = createAuthentication(app, parts);
  reportEditorProblems(app, parts);
  guardRequests(app, parts);
  refuseUnrouted(app);
  limitTime(app);
  readBodies(app);
  const paths = collectOperations(app);

  signInRoutes(app, access);
  healthRoute(app);
  // These requests may come with a credential, and a wrong one is refused.
  app.register(async (inner) => {
    authenticate(inner, access);
    readQueries(inner);
    sessionRoute(inner, parts);
    linkRoute(inner, access);
    noticeRoutes(inner, parts, write);
    revisionRoutes(inner, parts, write);
    appRoutes(inner, parts, write);
    if (parts.proposals) proposalRoutes(inner, parts, parts.proposals);
    openApiRoute(inner, parts, paths);
    previewRoutes(inner, parts);
  });
  pageFiles(app, parts);
  return app;
}
