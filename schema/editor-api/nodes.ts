import type { FromSchema } from "json-schema-to-ts";
import { nodeSchema, object } from "./parts.ts";

export const nodesSchema = {
  title: "Nodes",
  description: "The processes that show visitors the notice of a shared store",
  ...object(["shared", "nodes"], {
    shared: { description: "whether the store is shared at all: one in a file is not", type: "boolean" },
    nodes: { type: "array", items: nodeSchema },
  }),
} as const;

export type Nodes = FromSchema<typeof nodesSchema>;
