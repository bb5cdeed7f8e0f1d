import type { FromSchema } from "json-schema-to-ts";
import { nodeSchema } from "./parts.ts";

/** Who shows the notice. */
export const nodesSchema = {
  title: "Nodes",
  description: "The processes that show visitors the notice of a shared store",
  type: "object",
  additionalProperties: false,
  required: ["shared", "nodes"],
  properties: {
    shared: { description: "whether the store is shared at all: one in a file is not", type: "boolean" },
    nodes: { type: "array", items: nodeSchema },
  },
} as const;

export type Nodes = FromSchema<typeof nodesSchema>;
