import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Board } from "../../data/cache/board.ts";
import { ownHeaders } from "../http/own-headers.ts";

export interface HealthParts {
  board: Board;
  /** Whether we have been told to stop: a balancer should send nobody any more. */
  lifecycle: { isClosing: boolean };
}

/** Liveness and readiness. A store that is down does not make us unready: visitors are answered from memory. */
export function healthRoutes(app: FastifyInstance, { board, lifecycle }: HealthParts): void {
  const headers = (request: FastifyRequest) => ({
    ...ownHeaders(board, request.headers.origin),
    "Cache-Control": "no-store",
  });

  app.get("/healthz", (request, reply) => reply.headers(headers(request)).send({ status: "alive" }));

  app.get("/readyz", (request, reply) => {
    const { revision } = board.current();
    const { isClosing } = lifecycle;
    return reply
      .code(isClosing ? 503 : 200)
      .headers(headers(request))
      .send({ status: isClosing ? "closing" : "ready", revision, ...board.status() });
  });
}
