import type { FastifyInstance } from "fastify";
import { requireScope } from "../access.ts";
import { readQuery } from "../notice/query.ts";
import type { EditorParts } from "../parts.ts";
import { createAppState } from "./app-state.ts";

/** Whether the app answers where visitors find it. */
export function appRoute(app: FastifyInstance, parts: Pick<EditorParts, "app" | "now">): void {
  const ended = new AbortController();
  app.addHook("onClose", async () => ended.abort());
  const readState = createAppState(parts, ended.signal);
  app.get("/api/app", { onRequest: requireScope("read") }, (request) => {
    readQuery(request.query, {});
    return readState();
  });
}
