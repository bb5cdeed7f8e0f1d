import { existsSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { shownIn } from "../../../data/predecessor.ts";
import type { PublishRequest } from "../../../data/publish.ts";
import { findSwitch, placeOf, turnOff, turnOn } from "../../../data/switch/switch.ts";
import { deadlineIn } from "../../../data/time/deadline.ts";
import { type AppReply, appSchema, type SwitchReply, switchSchema } from "../../../schema/editor-api/app.ts";
import { dryRun, idempotencyKey, ifMatch } from "../../../schema/editor-api/parameters.ts";
import { object, type Unsent } from "../../../schema/editor-api/parts.ts";
import type { WriteOutcome } from "../../../schema/editor-api/write-outcome.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { patchNotice } from "../../../schema/notice/patch.ts";
import { credentialOf, requireScope } from "../access.ts";
import { tagOf } from "../notice/entity-tag.ts";
import type { WriteHandler } from "../notice/write.ts";
import { bodyOf, described } from "../openapi/operations.ts";
import { currentTag, jsonReply } from "../openapi/replies.ts";
import type { EditorParts } from "../parts.ts";
import { askApp, awaitSwitch } from "./ask-app.ts";

/** How long pages share a reply of the app before it is asked again, in ms. */
const maxAppAgeMs = 15_000;

const getApp = described(requireScope("read"), {
  operationId: "getApp",
  summary: "Whether the app answers at its public address, asked at most 15 seconds ago",
  responses: { 200: jsonReply("What answers at that address", appSchema) },
});

const getSwitch = described(requireScope("read"), {
  operationId: "getSwitch",
  summary: "The proxy's switch, and what visitors see now",
  responses: { 200: jsonReply("The switch", switchSchema, currentTag) },
});
const changeSchema = {
  type: "object",
  description: "new text, as for PATCH /api/notice; only to turn it on",
};
const turnSwitch = described(requireScope("write"), {
  operationId: "turnSwitch",
  summary: "Show visitors the notice, perhaps with new text; or bring the app back, and the text before",
  parameters: [ifMatch, idempotencyKey, dryRun],
  requestBody: bodyOf(object(["on"], { on: { type: "boolean" }, change: changeSchema })),
  responses: {
    200: jsonReply("It is turned, and visitors see that", switchSchema),
  },
});

/** The routes that show whether the app answers where visitors find it, and show and turn the proxy's switch. */
export function appRoutes(app: FastifyInstance, parts: EditorParts, write: WriteHandler): void {
  const ended = new AbortController();
  app.addHook("onClose", async () => ended.abort());
  const readState = createAppState(parts, ended.signal);
  const { switch: setting } = parts;
  const hasSwitch = setting !== undefined && existsSync(placeOf(setting).folder);
  app.get("/api/app", getApp, async (): Promise<AppReply> => {
    const state = await readState();
    return hasSwitch ? { ...state, switch: await readSwitch(setting) } : state;
  });
  if (!hasSwitch) return;
  const url = parts.app && "url" in parts.app ? parts.app.url : undefined;
  const look = async (): Promise<SwitchReply> => {
    const sees = url ? (await askApp(url, undefined, 2_000)).state : "unset";
    return { ...(await readSwitch(setting)), sees: sees === "answers" ? "app" : sees };
  };

  app.get("/api/switch", getSwitch, async (request, reply): Promise<SwitchReply> => {
    reply.header("ETag", tagOf(await shownIn(parts, request.deadline)));
    return look();
  });

  app.put("/api/switch", turnSwitch, async (request): Promise<Unsent<SwitchReply>> => {
    const { [dryRun.name]: isDry = false } = request.query as { [dryRun.name]?: boolean };
    const { on, change, ...others } = Object(request.body);
    if (typeof on !== "boolean" || (change !== undefined && !on) || Object.keys(others).length > 0)
      throw new NoticeError("REQUEST_INVALID", {
        reason: 'Send {"on": true}, with a merge patch in "change" for new text, or {"on": false}.',
      });
    let outcome: Unsent<WriteOutcome> | undefined;
    const publish = async (change: Parameters<WriteHandler>[1]): Promise<void> => {
      outcome = await write(request, change);
    };
    const turning = {
      chosen: findSwitch(setting, isDry),
      now: parts.now(),
      async look() {
        if (url && !isDry) await awaitSwitch(url, on);
        // The app had its own time.
        request.deadline = deadlineIn();
      },
    };
    const words = (beforeWrite: PublishRequest["beforeWrite"]) =>
      publish({ next: (current) => patchNotice(current(), change), needsMatch: true, beforeWrite });
    if (on) await turnOn(turning, credentialOf(request).name, change === undefined ? undefined : words);
    else await turnOff(turning, (next) => publish({ next, isRepublished: true }));
    return { ...(await look()), outcome };
  });
}

async function readSwitch(setting: string): Promise<SwitchReply> {
  const { isOn, since, record } = await findSwitch(setting).state();
  return { on: isOn, ...(since && { since }), ...(record && { by: record.by }) };
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
