import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from "fastify";
import { createAnswer, createNotice, type NoticeParts } from "./answer-with-notice.ts";
import type { Asset } from "./assets.ts";
import { limits, maxConnections } from "./limits.ts";
import type { Metrics } from "./metrics.ts";
import { refuseUnreadable, reportProblems, requireOneHost } from "./problem.ts";
import { writeAnswer } from "./raw-answer.ts";
import { assetRoutes } from "./routes/assets.ts";
import { type HealthParts, healthRoutes } from "./routes/health.ts";
import { noticeRoutes } from "./routes/notice.ts";

export interface Parts extends NoticeParts, HealthParts {
  assets: Asset[];
  metrics?: Metrics | undefined;
  logger: FastifyBaseLogger;
}

/** The whole service, ready to listen or to be injected into: tests and production get the same. */
export function buildApp(parts: Parts): FastifyInstance {
  const notice = createNotice(parts);
  const answerWithNotice = createAnswer(notice, parts.board);

  const app = fastify({
    ...limits,
    loggerInstance: parts.logger,
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: false,
    clientErrorHandler: refuseUnreadable(parts.board),
    // A path that cannot be decoded is a visitor's like any other.
    frameworkErrors: (_error, request, reply) => answerWithNotice(request, reply),
  });
  app.server.maxConnections = maxConnections;
  // Whoever asks before sending a body is answered at once instead.
  for (const event of ["checkContinue", "checkExpectation"]) {
    app.server.on(event, (request, response) => app.server.emit("request", request, response));
  }

  app.server.on("connect", ({ headers }, socket) => writeAnswer(socket, notice(headers)));

  parts.metrics?.watch(app);
  reportProblems(app, parts);
  requireOneHost(app);
  // Before Fastify's body parsing, which would refuse a visitor's broken JSON.
  app.addHook("onRequest", (request, reply, done) =>
    request.is404 ? answerWithNotice(request, reply) : done(),
  );

  noticeRoutes(app, parts);
  assetRoutes(app, parts);
  healthRoutes(app, parts);
  return app;
}
