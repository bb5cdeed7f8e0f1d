import type { RequestListener, Server } from "node:http";
import { type FastifyInstance, fastify } from "fastify";
import { maxDocumentBytes } from "../../schema/json/json.ts";
import { readBodies } from "./body.ts";
import { guardRequests } from "./guard/requests.ts";
import { refuseUnreadable } from "./guard/unreadable.ts";
import { createRefuseCredential } from "./guard/wrong-credentials.ts";
import { nodeRoutes } from "./notice/node-routes.ts";
import { noticeRoutes } from "./notice/notice-routes.ts";
import { revisionRoutes } from "./notice/revision-routes.ts";
import { openApiRoute } from "./openapi/openapi-route.ts";
import { pageFiles } from "./page-files.ts";
import type { EditorParts } from "./parts.ts";
import { previewRoutes } from "./preview/routes.ts";
import { inOurWords, reportProblems, sendProblem } from "./problem.ts";
import { authenticate } from "./sessions/authenticate.ts";
import { createSessionCookie } from "./sessions/cookie.ts";
import type { Links } from "./sessions/links.ts";
import { sessionRoute, signInRoutes } from "./sessions/routes.ts";
import { createSessions } from "./sessions/sessions.ts";
import { createReadTokens } from "./sessions/tokens.ts";

/** What the editor's process adds to the parts: its server, which listens already, and its links. */
export interface AppParts extends EditorParts {
  serve(listener: RequestListener): Server;
  links: Links;
}

/** The editor's service: tests and production use the same one. */
export function buildEditor(parts: AppParts): FastifyInstance {
  const app = fastify({
    serverFactory: parts.serve,
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (cause, request, reply) => sendProblem(request, reply, inOurWords(cause)),
    bodyLimit: maxDocumentBytes,
    trustProxy: parts.trustedProxies,
    logger: false,
    // No route has rules in its schema: Fastify's own compilers, which it would load now, are never used.
    schemaController: {
      compilersFactory: { buildValidator: () => refuseSchema, buildSerializer: () => refuseSchema },
    },
  });
  const access = {
    ...parts,
    sessions: createSessions(parts.now),
    cookie: createSessionCookie(app, parts.origin),
    refuse: createRefuseCredential(parts.now),
    readTokens: createReadTokens(parts.backend),
  };
  reportProblems(app, parts);
  guardRequests(app, parts);
  readBodies(app);

  // Probes ask by address, or by a name of their own.
  app.get("/healthz", { config: { isForEveryHost: true } }, async () => ({ status: "alive" }));
  signInRoutes(app, access);
  // What is asked here may come with a credential, and a wrong one is refused.
  app.register(async (inner) => {
    authenticate(inner, access);
    sessionRoute(inner);
    noticeRoutes(inner, parts);
    revisionRoutes(inner, parts);
    nodeRoutes(inner, parts);
    openApiRoute(inner, parts);
    previewRoutes(inner, parts);
  });
  pageFiles(app, parts);
  return app;
}

function refuseSchema(): never {
  throw new Error("A route has a schema, and no compiler for it is loaded.");
}
