import type { FastifyInstance } from "fastify";
import { appSchema } from "../../../schema/editor-api/app.ts";
import { requireScope } from "../access.ts";
import { described } from "../openapi/operations.ts";
import { jsonReply } from "../openapi/replies.ts";
import type { EditorParts } from "../parts.ts";
import { createAppState } from "./app-state.ts";

const getApp = described(requireScope("read"), {
  operationId: "getApp",
  summary: "Whether the app answers at its public address, asked at most 15 seconds ago",
  responses: { 200: jsonReply("What answers there", appSchema) },
});

/** Whether the app answers where visitors find it. */
export function appRoute(app: FastifyInstance, parts: Pick<EditorParts, "app" | "now">): void {
  const ended = new AbortController();
  app.addHook("onClose", async () => ended.abort());
  const readState = createAppState(parts, ended.signal);
  app.get("/api/app", getApp, () => readState());
}
