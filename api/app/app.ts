import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from "fastify";
import { noticePath } from "../../schema/notice/protocol.ts";
import type { Asset } from "../assets/build.ts";
import { createAssetReplies } from "../assets/replies.ts";
import { createHttpServer } from "../http/connection/http-server.ts";
import { refuseUnreadable } from "../http/connection/unreadable.ts";
import { reportProblems } from "../http/problem.ts";
import { type HealthParts, healthRoutes } from "../observe/health.ts";
import { makeDocument } from "../visitor/document.ts";
import { createDocumentReplies } from "../visitor/document-reply.ts";
import { schemaRoute } from "../visitor/schema-route.ts";
import { createOversizedReplies, createVisitorReplies, type NoticeParts } from "../visitor/visitor-reply.ts";
import {
  createConnectListener,
  createListener,
  createUnreadableReplies,
  type ListenerParts,
} from "./listener.ts";

export interface Parts
  extends Omit<NoticeParts, "cache">,
    HealthParts,
    Pick<ListenerParts, "cache" | "lifecycle" | "metrics" | "requestLog"> {
  assets: Asset[];
  logger: FastifyBaseLogger;
}

/** The whole service, ready to listen: tests and production use the same one, through the same entry point. */
export function buildApp(parts: Parts): FastifyInstance {
  const { cache, logger } = parts;
  const endpoints = new Set<string>();
  const tooMany = (most: number): void =>
    logger.warn(`All ${most} connections are in use: the oldest idle ones are closed`);
  const direct = createAssetReplies(parts.assets).set(noticePath, createDocumentReplies(cache, makeDocument));
  const replies = { direct, visitor: createVisitorReplies(parts) };

  const app = fastify({
    serverFactory: (route) => {
      const ways = { ...parts, ...replies, endpoints, route };
      return createHttpServer(createListener(ways), tooMany).on("connect", createConnectListener(ways));
    },
    clientErrorHandler: refuseUnreadable(
      createUnreadableReplies({ ...parts, ...replies, oversized: createOversizedReplies(parts) }),
    ),
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: false,
    // No endpoint has a schema: Fastify's own compilers, which it would load now, are never used.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
  });
  app.addHook("onRoute", ({ url }) => void endpoints.add(url));
  reportProblems(app, cache);

  schemaRoute(app, cache);
  healthRoutes(app, parts);
  return app;
}

function refuseSchema(): never {
  throw new Error("An endpoint has a schema, and no compiler for it is loaded.");
}
