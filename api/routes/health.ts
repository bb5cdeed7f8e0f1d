import type { FastifyInstance } from "fastify";
import type { Board } from "../../data/board.ts";
import { marker } from "../marker.ts";

/** Liveness and readiness. A store that is down does not make us unready: visitors are answered from memory. */
export function healthRoutes(app: FastifyInstance, { board }: { board: Board }): void {
  let closing = false;
  app.addHook("preClose", (done) => {
    closing = true;
    done();
  });

  app.get("/healthz", (_request, reply) =>
    reply
      .headers({ "Cache-Control": "no-store", [marker]: board.current().revision })
      .send({ status: "alive" }),
  );

  app.get("/readyz", (_request, reply) => {
    const { revision } = board.current();
    const { store, secondsSinceAnswer } = board.status();
    return reply
      .code(closing ? 503 : 200)
      .headers({ "Cache-Control": "no-store", [marker]: revision })
      .send({
        status: closing ? "closing" : "ready",
        store,
        revision,
        secondsSinceStoreAnswered: secondsSinceAnswer,
      });
  });
}
