import type { ErrorCode } from "../../../schema/errors/notice-error.ts";
import type { Client } from "../client/client.ts";
import { texts } from "../texts.ts";
import { isCutOff, troubleHere } from "../trouble/trouble.ts";
import type { Publisher } from "../writes/publisher.ts";
import type { Write } from "../writes/sent-writes.ts";
import type { Unpublished } from "../writes/unpublished.ts";
import type { Action } from "./workspace.ts";

/** Sends something that publishes, and tells the workspace; gives why it could not be done, undefined if it was. */
export type SendWrite = (write: Write) => Promise<Unpublished | undefined>;

interface Parts {
  client: Pick<Client, "notice">;
  publisher: Pick<Publisher, "send" | "settle" | "unknown">;
  dispatch: (action: Action) => void;
}

/** The one way in which the page publishes anything: each verb that does is sent by this. */
export function createSendWrite({ client, publisher, dispatch }: Parts): SendWrite {
  return async (write) => {
    const reply = await publisher.send(write);
    if (reply.ok) {
      dispatch({ type: "published", outcome: reply.value });
      return undefined;
    }
    const trouble = troubleHere(reply.problem);
    if (isCutOff(trouble)) dispatch({ type: "trouble", trouble });
    if (reply.problem.code !== ("NOTICE_CHANGED" satisfies ErrorCode)) return reply.problem;
    // Somebody was first: another, or what was sent from here before and got no answer.
    const live = await client.notice();
    if (!live.ok) return reply.problem;
    const etag = live.value?.etag ?? write.base.etag;
    const earlier = await publisher.settle(etag);
    const unknown = earlier ? undefined : publisher.unknown(etag);
    dispatch({ type: "live", live: live.value });
    if (earlier) dispatch({ type: "published", outcome: earlier });
    const code: ErrorCode = "PUBLISH_UNCONFIRMED";
    if (unknown) return { status: 504, code, detail: texts.publish.sentBefore(unknown.sender), isOwn: true };
    return { ...reply.problem, ...(earlier?.publication.etag === etag && { isByEarlier: true }) };
  };
}
