import type { FastifyInstance } from "fastify";
import { type AppReply, appSchema } from "../../../schema/editor-api/app.ts";
import { requireScope } from "../access.ts";
import { described } from "../openapi/operations.ts";
import { jsonReply } from "../openapi/replies.ts";
import type { EditorParts } from "../parts.ts";
import { askApp } from "./ask-app.ts";

/** How long pages share a reply of the app before it is asked again, in ms. */
const maxAppAgeMs = 15_000;

const getApp = described(requireScope("read"), {
  operationId: "getApp",
  summary: "Whether the app answers at its public address, asked at most 15 seconds ago",
  responses: { 200: jsonReply("What answers at that address", appSchema) },
});

/** Whether the app answers where visitors find it, and the proxy's switch, if it may be turned here. */
export function appRoute(
  app: FastifyInstance,
  parts: Pick<EditorParts, "app" | "now">,
  readSwitch?: () => Promise<AppReply["switch"]>,
): void {
  const ended = new AbortController();
  app.addHook("onClose", async () => ended.abort());
  const readState = createAppState(parts, ended.signal);
  app.get("/api/app", getApp, async (): Promise<AppReply> => {
    const state = await readSwitch?.();
    return { ...(await readState()), ...(state && { switch: state }) };
  });
}

/** Makes a function that tells whether the app answers. It asks the app only when called; `ended` cancels that. */
function createAppState(
  { app, now }: Pick<EditorParts, "app" | "now">,
  ended: AbortSignal,
): () => Promise<AppReply> {
  if (!app) return async () => ({ state: "unset" });
  if ("fault" in app)
    return async () => ({
      state: "unknown",
      detail: "Its address is set up wrongly: tell your administrator.",
    });
  const { url } = app;
  let last: { at: number; reply: Promise<AppReply> } | undefined;
  const ask = async (): Promise<AppReply> => ({ host: url.host, ...(await askApp(url, ended)) });
  return () => {
    const at = now().getTime();
    // The clock may have been set back.
    if (!last || Math.abs(at - last.at) >= maxAppAgeMs) last = { at, reply: ask() };
    return last.reply;
  };
}
