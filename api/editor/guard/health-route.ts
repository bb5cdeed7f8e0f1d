import type { FastifyInstance } from "fastify";
import { object } from "../../../schema/editor-api/parts.ts";
import { type Operation, open } from "../openapi/operations.ts";
import { jsonReply } from "../openapi/replies.ts";

const alive = object(["status"], { status: { const: "alive" } });
const checkHealth: Operation = {
  operationId: "checkHealth",
  summary: "Whether the editor can answer, by whatever name it is asked",
  security: open,
  responses: { 200: jsonReply("It can", alive) },
};

/** Says that the editor answers. Probes ask by address, or by a name of their own. */
export function healthRoute(app: FastifyInstance): void {
  const config = { isForEveryHost: true, isForEverySite: true, openapi: checkHealth };
  app.get("/healthz", { config }, async () => ({ status: "alive" }));
}
