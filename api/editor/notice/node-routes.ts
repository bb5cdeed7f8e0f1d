import type { FastifyInstance } from "fastify";
import type { Nodes } from "../../../schema/editor-api/nodes.ts";
import { requireScope } from "../access.ts";
import type { EditorParts } from "../parts.ts";
import { readQuery } from "./query.ts";
import { nodeReply } from "./write-reply.ts";

/** Who shows the notice. */
export function nodeRoutes(app: FastifyInstance, { backend }: Pick<EditorParts, "backend">): void {
  app.get("/api/nodes", { onRequest: requireScope("read") }, async (request): Promise<Nodes> => {
    readQuery(request.query, {});
    const store = await backend.read(request.deadline);
    try {
      const nodes = await store.nodes?.();
      return { shared: nodes !== undefined, nodes: (nodes ?? []).map(nodeReply) };
    } finally {
      await store.close();
    }
  });
}
