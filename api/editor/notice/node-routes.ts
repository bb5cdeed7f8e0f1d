import type { FastifyInstance } from "fastify";
import { whileOpen } from "../../../data/store.ts";
import { type Nodes, nodesSchema } from "../../../schema/editor-api/nodes.ts";
import type { Unsent } from "../../../schema/editor-api/parts.ts";
import { requireScope } from "../access.ts";
import { described } from "../openapi/operations.ts";
import { jsonReply } from "../openapi/replies.ts";
import type { EditorParts } from "../parts.ts";

const listNodes = described(requireScope("read"), {
  operationId: "listNodes",
  summary: "The nodes that show the notice of a shared store, and their revisions",
  responses: { 200: jsonReply("The nodes", nodesSchema) },
});

/** Lists the nodes that show the notice. */
export function nodeRoutes(app: FastifyInstance, { backend }: Pick<EditorParts, "backend">): void {
  app.get("/api/nodes", listNodes, async (request): Promise<Unsent<Nodes>> => {
    const nodes = await whileOpen(backend.read(request.deadline), (store) => store.nodes?.());
    return { shared: nodes !== undefined, nodes: nodes ?? [] };
  });
}
