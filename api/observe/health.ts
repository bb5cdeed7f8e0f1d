import type { FastifyInstance, FastifyRequest } from "fastify";
import type { NoticeCache } from "../../data/cache/notice-cache.ts";
import { livenessPath, readinessPath } from "../../schema/notice/protocol.ts";
import { documentVersion } from "../http/document-version.ts";
import { ownHeaders } from "../http/reply.ts";

export interface HealthParts {
  cache: NoticeCache;
  /** Whether we have been told to stop: a load balancer should send no more visitors. */
  lifecycle: { isClosing: boolean };
}

/** Liveness and readiness. A store that is down does not make us unready: visitors are answered from memory. */
export function healthRoutes(app: FastifyInstance, { cache, lifecycle }: HealthParts): void {
  const headers = (request: FastifyRequest) => ({
    ...ownHeaders(cache, request.headers.origin),
    "Cache-Control": "no-store",
  });

  app.get(livenessPath, (request, reply) => reply.headers(headers(request)).send({ status: "alive" }));

  app.get(readinessPath, (request, reply) => {
    const current = cache.current();
    const { number: revision } = current;
    const { hash } = documentVersion(current);
    const status = cache.status();
    const { store, reason, secondsSinceStoreAnswered: seconds } = status;
    // A store that has lost revisions still answers, so its last answer does not say since when.
    const downSince =
      store === "down" && !reason ? new Date(Date.now() - seconds * 1000).toISOString() : undefined;
    const { isClosing } = lifecycle;
    return reply
      .code(isClosing ? 503 : 200)
      .headers(headers(request))
      .send({ status: isClosing ? "closing" : "ready", revision, sum: hash, ...status, downSince });
  });
}
