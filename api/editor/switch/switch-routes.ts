import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { shownIn } from "../../../data/predecessor.ts";
import type { NextNotice } from "../../../data/publish.ts";
import { findSwitch, type Switch } from "../../../data/switch/switch.ts";
import { turningOn, turnOff } from "../../../data/switch/turn.ts";
import { deadlineIn } from "../../../data/time/deadline.ts";
import { dryRun, idempotencyKey, ifMatch } from "../../../schema/editor-api/parameters.ts";
import { type SwitchReply, switchSchema, turnSchema } from "../../../schema/editor-api/switch.ts";
import type { WriteOutcome } from "../../../schema/editor-api/write-outcome.ts";
import { isNoticeError, NoticeError } from "../../../schema/errors/notice-error.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { patchNotice } from "../../../schema/notice/patch.ts";
import { credentialOf, requireScope } from "../access.ts";
import { askApp, awaitSwitch } from "../app-state/ask-app.ts";
import { tagOf } from "../notice/entity-tag.ts";
import { json, requireType } from "../notice/media-type.ts";
import { readKey, repeatableBy } from "../notice/once.ts";
import { createOnceForWrites, type WriteHandler } from "../notice/write.ts";
import { bodyOf, described } from "../openapi/operations.ts";
import { etag, jsonReply } from "../openapi/replies.ts";
import type { EditorParts } from "../parts.ts";

/** How long a look at the switch waits for the app, in ms. */
const lookMs = 2_000;

const getSwitch = described(requireScope("read"), {
  operationId: "getSwitch",
  summary: "The proxy's switch, and what visitors see now",
  responses: { 200: jsonReply("The switch", switchSchema, etag(true, "the tag of the current revision")) },
});
const turnSwitch = described([requireScope("write"), requireType(json)], {
  operationId: "turnSwitch",
  summary:
    "Show visitors the notice, with new text if there is a change; or bring the app back, and the text before",
  parameters: [ifMatch, idempotencyKey, dryRun],
  requestBody: bodyOf(turnSchema),
  problems: [412, 422, 428, 504],
  responses: {
    200: jsonReply("It is turned, and visitors see that", switchSchema, etag(false, "after a change")),
  },
});

/** The routes that show and turn the proxy's switch. */
export function switchRoutes(app: FastifyInstance, parts: EditorParts, setting: string, write: WriteHandler) {
  const url = parts.app && "url" in parts.app ? parts.app.url : undefined;
  const once = createOnceForWrites<SwitchReply>(parts);
  const find = (): Switch => {
    const found = findSwitch(setting);
    // It was there when the editor started.
    if (!found) throw new NoticeError("PATH_UNKNOWN", {});
    return found;
  };
  const replyOf = async (chosen: Switch, outcome?: WriteOutcome): Promise<SwitchReply> => {
    const { isOn, since = chosen.state().record?.since, record } = chosen.state();
    const state = url ? (await askApp(url, undefined, lookMs)).state : "unset";
    return {
      on: isOn,
      ...(since !== undefined && { since }),
      ...(record && { by: record.by }),
      sees: state === "answers" ? "app" : state,
      ...(outcome && { outcome }),
    };
  };

  app.get("/api/switch", getSwitch, async (request, reply) => {
    reply.header("ETag", tagOf(await shownIn(parts, request.deadline)));
    return replyOf(find());
  });

  const turn = async (
    request: FastifyRequest,
    reply: FastifyReply,
    requestId?: string,
  ): Promise<SwitchReply> => {
    const { on, change } = readTurn(request.body);
    const { [dryRun.name]: isDry } = request.query as { [dryRun.name]?: boolean };
    const chosen = isDry ? unturned(find()) : find();
    let outcome: WriteOutcome | undefined;
    const look = async (): Promise<void> => {
      if (url && !isDry) await awaitSwitch(url, on);
    };
    if (on) {
      const { beforeWrite, turn } = turningOn(chosen, credentialOf(request).name, parts.now());
      const sent = (notice: Notice) => patchNotice(notice, change);
      const next: NextNotice = (current) => sent(current());
      if (change)
        outcome = await write(request, reply, { next, sent, needsMatch: true, beforeWrite, requestId });
      await turn();
      await look();
    } else {
      const restore = async (next: NextNotice): Promise<void> => {
        // The app had its own time.
        request.deadline = deadlineIn();
        try {
          outcome = await write(request, reply, { next, isRepublished: true, requestId });
        } catch (error) {
          if (!isNoticeError(error, "WORDS_GONE")) throw error;
        }
      };
      await turnOff(chosen, { now: parts.now(), look, restore });
    }
    return replyOf(chosen, outcome);
  };

  app.put("/api/switch", turnSwitch, (request, reply) => {
    const key = readKey(request);
    if (key === undefined || (request.query as Record<string, unknown>)[dryRun.name])
      return turn(request, reply);
    return once(
      repeatableBy(key, request),
      (requestId) => turn(request, reply, requestId),
      () => request.deadline,
    );
  });
}

/** The switch for a dry run. */
function unturned({ state }: Switch): Switch {
  const nothing = async (): Promise<void> => {};
  return { state, prepare: nothing, turn: nothing, forget: nothing };
}

/** @throws NoticeError SWITCH_INVALID */
function readTurn(body: unknown): { on: boolean; change?: object } {
  const { on, change, ...others } = Object(body);
  const isRight = typeof on === "boolean" && (change === undefined || (on && Object(change) === change));
  if (!isRight || Object.keys(others).length > 0) throw new NoticeError("SWITCH_INVALID", {});
  return { on, change };
}
