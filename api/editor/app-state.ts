import { existsSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { deadlineIn } from "../../data/deadline.ts";
import { type PublishRequest, shownIn } from "../../data/publish.ts";
import { whileOpen } from "../../data/store.ts";
import { findSwitch, placeOf, turnOff, turnOn } from "../../data/switch.ts";
import { type AppReply, appSchema, type SwitchReply, switchSchema } from "../../schema/editor-api/app.ts";
import { dryRun, idempotencyKey, ifMatch } from "../../schema/editor-api/parameters.ts";
import { object, type Unsent } from "../../schema/editor-api/parts.ts";
import type { WriteOutcome } from "../../schema/editor-api/write-outcome.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { patchNotice } from "../../schema/notice/change.ts";
import { credentialOf, requireScope } from "./access.ts";
import { askApp, awaitSwitch } from "./ask-app.ts";
import { bodyOf, currentTag, described, jsonReply } from "./operations.ts";
import type { EditorParts } from "./parts.ts";
import { readRequestId, tagOf, type WriteHandler } from "./write.ts";

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
const change = { type: "object", description: "new text, as for PATCH /api/notice; only to turn it on" };
const turnSwitch = described(requireScope("write"), {
  operationId: "turnSwitch",
  summary: "Show visitors the notice, perhaps with new text; or bring the app back, and the text before",
  parameters: [ifMatch, idempotencyKey, dryRun],
  requestBody: bodyOf(object(["on"], { on: { type: "boolean" }, change })),
  responses: { 200: jsonReply("It is turned, and visitors see that", switchSchema) },
});

export function appRoutes(app: FastifyInstance, parts: EditorParts, write: WriteHandler): void {
  const { app: url, switch: setting } = parts;
  const hasSwitch = setting !== undefined && existsSync(placeOf(setting).folder);
  const ask = async (): Promise<AppReply> =>
    url ? { host: url.host, ...(await askApp(url)) } : { state: "unset" };
  let last: { at: number; reply: Promise<AppReply> } | undefined;
  app.get("/api/app", getApp, async (): Promise<AppReply> => {
    const at = parts.now().getTime();
    // The clock may have been set back.
    if (!last || Math.abs(at - last.at) >= maxAppAgeMs) last = { at, reply: ask() };
    return { ...(await last.reply), ...(hasSwitch && { switch: await readSwitch(setting) }) };
  });
  if (!hasSwitch) return;
  const look = async (): Promise<SwitchReply> => {
    const sees = url ? (await askApp(url, 2_000)).state : "unset";
    return { ...(await readSwitch(setting)), sees: sees === "answers" ? "app" : sees };
  };

  app.get("/api/switch", getSwitch, async (request, reply): Promise<SwitchReply> => {
    reply.header("ETag", tagOf(await shownIn(parts, request.deadline)));
    return look();
  });

  app.put("/api/switch", turnSwitch, async (request): Promise<Unsent<SwitchReply>> => {
    const { [dryRun.name]: isDry } = request.query as { [dryRun.name]: boolean };
    const { on, change, ...others } = Object(request.body);
    if (typeof on !== "boolean" || (change !== undefined && !on) || Object.keys(others).length > 0) {
      const reason = 'Send {"on": true}, with a merge patch in "change" for new text, or {"on": false}.';
      throw new NoticeError("REQUEST_INVALID", { reason });
    }
    const chosen = findSwitch(setting, isDry);
    const id = readRequestId(request);
    const { isOn, record } = await chosen.state();
    const settle = (id: string) =>
      whileOpen(parts.backend.open(request.deadline), (store) => store.settle(id)).catch(() => {});
    // A repeated request turns nothing that somebody else has turned since.
    if ((on ? !isOn && !record : isOn) && id && (await settle(id))) return look();
    let outcome: Unsent<WriteOutcome> | undefined;
    const publish = async (change: Parameters<WriteHandler>[1]): Promise<void> => {
      // The app had its own time.
      request.deadline = deadlineIn();
      outcome = await write(request, change);
    };
    const turning = { chosen, now: parts.now(), look: async () => url && !isDry && awaitSwitch(url, on) };
    const words = (beforeWrite: PublishRequest["beforeWrite"]) =>
      publish({ next: (current) => patchNotice(current(), change), needsMatch: true, beforeWrite });
    if (on) await turnOn(turning, credentialOf(request).name, change === undefined ? undefined : words);
    else await turnOff(turning, (next) => publish({ next, isRepublished: true }));
    return { ...(await look()), ...(outcome && { outcome }) };
  });
}

async function readSwitch(setting: string): Promise<SwitchReply> {
  const { isOn, since, record } = await findSwitch(setting).state();
  return { on: isOn, ...(since && { since }), ...(record && { by: record.by }) };
}
