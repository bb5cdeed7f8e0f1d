import type { RequestListener } from "node:http";
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from "fastify";
import { writeAnswer } from "./answer.ts";
import { createAnswer, createVisitorAnswer, type NoticeParts } from "./answer-with-notice.ts";
import type { Asset } from "./assets.ts";
import { createHttpServer } from "./http-server.ts";
import { createListener } from "./listener.ts";
import type { Metrics } from "./metrics.ts";
import { createDocumentAnswer } from "./notice-document.ts";
import { oncePerTurn } from "./once-per-turn.ts";
import { refuseFaults, reportProblems } from "./problem.ts";
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
