import type { IncomingMessage, RequestListener } from "node:http";
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from "fastify";
import { writeAnswer } from "./answer.ts";
import { createAnswer, createNotice, type NoticeParts } from "./answer-with-notice.ts";
import type { Asset } from "./assets.ts";
import { createHttpServer } from "./http-server.ts";
import type { Metrics } from "./metrics.ts";
import { refuseFaults, reportProblems } from "./problem.ts";
import { readHead } from "./request-head.ts";
import { assetRoutes } from "./routes/assets.ts";
import { type HealthParts, healthRoutes } from "./routes/health.ts";
import { noticeRoutes } from "./routes/notice.ts";
import { refuseUnreadable } from "./unreadable.ts";

export interface Parts extends NoticeParts, HealthParts {
  assets: Asset[];
  metrics?: Metrics | undefined;
  /** Hears of every request, before it is answered. */
  requestLog?: RequestListener | undefined;
  logger: FastifyBaseLogger;
}

/** The whole service, ready to listen or to be injected into: tests and production get the same. */
export function buildApp(parts: Parts): FastifyInstance {
  const notice = createNotice(parts);
  const answer = createAnswer(notice, parts.board, parts.metrics?.count);
  const endpoints = new Set<string>();

  /** A visitor is answered here; only what is asked of an endpoint of ours goes through the router. */
  const listener =
    (route: RequestListener): RequestListener =>
    (request, response) => {
      parts.requestLog?.(request, response);
      if (parts.lifecycle.isClosing) response.shouldKeepAlive = false;
      (endpoints.has(pathOf(request)) ? route : answer)(request, response);
    };

  const app = fastify({
    serverFactory: (route) => createHttpServer(listener(route)),
    clientErrorHandler: refuseUnreadable(parts.board),
    loggerInstance: parts.logger,
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => answer(request.raw, reply.hijack().raw),
  });
  app.server.on("connect", (request, socket) => writeAnswer(socket, notice(readHead(request))));
  parts.metrics?.watch(app);
  app.addHook("onRoute", ({ url }) => void endpoints.add(url));
  // Before Fastify's body parsing, which would refuse a visitor's broken JSON.
  app.addHook("onRequest", (request, reply, done) =>
    request.is404 ? answer(request.raw, reply.hijack().raw) : done(),
  );
  refuseFaults(app);
  reportProblems(app, parts);

  noticeRoutes(app, parts);
  assetRoutes(app, parts);
  healthRoutes(app, parts);
  return app;
}

function pathOf({ url = "" }: IncomingMessage): string {
  const end = url.indexOf("?");
  return end < 0 ? url : url.slice(0, end);
}
