import type { FastifyInstance } from "fastify";
import { object } from "../../../schema/editor-api/parts.ts";
import { type Operation, open } from "../openapi/operations.ts";
import { jsonReply } from "../openapi/replies.ts";

const alive = object(["status"], { status: { const: "alive" } });
const checkHealth: Operation = {
  operationId: "checkHealth",
  summary: "Whether the editor can answer, under any host name",
  security: open,
  responses: { 200: jsonReply("The editor can answer", alive) },
};

/** Says that the editor answers. Probes ask by address, or by a name of their own. */
export function healthRoute(app: FastifyInstance): void {
  const config = { isForEveryHost: true, isForEverySite: true, openapi: checkHealth };
  app.get("/healthz", { config }, async () => ({ status: "alive" }));
}
