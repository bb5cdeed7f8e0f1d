import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Board } from "../../data/board.ts";
import { ownHeaders } from "../own-headers.ts";

/** Liveness and readiness. A store that is down does not make us unready: visitors are answered from memory. */
export function healthRoutes(app: FastifyInstance, { board }: { board: Board }): void {
  const headers = (request: FastifyRequest) => ({
    ...ownHeaders(board, request.headers),
    "Cache-Control": "no-store",
  });

  app.get("/healthz", (request, reply) => reply.headers(headers(request)).send({ status: "alive" }));

  app.get("/readyz", (request, reply) => {
    const { revision } = board.current();
    return reply.headers(headers(request)).send({ status: "ready", revision, ...board.status() });
  });
}
