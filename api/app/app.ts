import type { RequestListener } from "node:http";
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from "fastify";
import type { Asset } from "../assets/build.ts";
import { assetRoutes } from "../assets/routes.ts";
import { writeAnswer } from "../http/answer.ts";
import { createHttpServer } from "../http/http-server.ts";
import { refuseFaults, reportProblems } from "../http/problem.ts";
import { refuseUnreadable } from "../http/unreadable.ts";
import { type HealthParts, healthRoutes } from "../observe/health.ts";
import type { Metrics } from "../observe/metrics.ts";
import { createAnswer, createVisitorAnswer, type NoticeParts } from "../visitor/answer-with-notice.ts";
import { createDocumentAnswer } from "../visitor/notice-document.ts";
import { noticeRoutes } from "../visitor/notice-routes.ts";
import { createListener } from "./listener.ts";
import { oncePerTurn } from "./once-per-turn.ts";

export interface Parts extends NoticeParts, HealthParts {
  assets: Asset[];
  metrics?: Metrics | undefined;
  /** Hears of every request, before it is answered. */
  requestLog?: RequestListener | undefined;
  logger: FastifyBaseLogger;
}

/** The whole service, ready to listen or to be injected into: tests and production get the same. */
export function buildApp(parts: Parts): FastifyInstance {
  const board = { ...parts.board, current: oncePerTurn(parts.board.current) };
  const answerTo = createVisitorAnswer({ ...parts, board });
  const answer = createAnswer(answerTo, parts.metrics?.count);
  const document = createDocumentAnswer(board);
  const endpoints = new Set<string>();

  const app = fastify({
    serverFactory: (route) =>
      createHttpServer(createListener({ ...parts, answer, document, endpoints, route })),
    clientErrorHandler: refuseUnreadable(board),
    loggerInstance: parts.logger,
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => answer(request.raw, reply.hijack().raw),
  });
  app.server.on("connect", (request, socket) => writeAnswer(socket, answerTo(request)));
  parts.metrics?.watch(app);
  app.addHook("onRoute", ({ url }) => void endpoints.add(url));
  // Before Fastify's body parsing, which would refuse a visitor's broken JSON.
  app.addHook("onRequest", (request, reply, done) =>
    request.is404 ? answer(request.raw, reply.hijack().raw) : done(),
  );
  refuseFaults(app);
  reportProblems(app, { board });

  noticeRoutes(app, { board, document });
  assetRoutes(app, parts);
  healthRoutes(app, { ...parts, board });
  return app;
}
