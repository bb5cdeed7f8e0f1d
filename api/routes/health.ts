import type { FastifyInstance } from "fastify";
import type { Board } from "../../data/board.ts";
import { marker } from "../../schema/protocol.ts";

/** Liveness and readiness. A store that is down does not make us unready: visitors are answered from memory. */
export function healthRoutes(app: FastifyInstance, { board }: { board: Board }): void {
  const headers = () => ({ "Cache-Control": "no-store", [marker]: board.current().revision });

  app.get("/healthz", (_request, reply) => reply.headers(headers()).send({ status: "alive" }));

  app.get("/readyz", (_request, reply) => {
    const { revision } = board.current();
    return reply.headers(headers()).send({ status: "ready", revision, ...board.status() });
  });
}
