import type { Written } from "../../../schema/api/written.ts";
import type { ErrorCode } from "../../../schema/errors/notice-error.ts";
import type { Client } from "../client/client.ts";
import type { Problem } from "../client/problem.ts";
import type { Reply } from "../client/request.ts";
import type { BrowserStorage } from "../kept/browser-storage.ts";
import type { Outcome } from "./outcome.ts";
import { forgetWrite, keepWrite, keptWrite, type SentWrite, type Write } from "./sent-writes.ts";

/** What publishes, each write once, however often it is sent and whatever becomes of the replies. */
export interface Publisher {
  /** Sends a write. One that is sent again while nobody knows what became of it has its first outcome. */
  send(write: Write): Promise<Reply<Outcome>>;
  /**
   * What became of the last write, if nobody has said and visitors no longer see what it was made on top of: nothing can be
   * published by asking then. Undefined where there is nothing to ask, or no reply.
   */
  settle(liveEtag: string): Promise<Outcome | undefined>;
  /** Takes over what another tab sent, with its draft. */
  takeOver(tab: string): void;
  isSending(): boolean;
}

type Parts = { client: Pick<Client, "publish" | "rollBack">; storage: BrowserStorage; tab: string };

/** Keeps each write in the browser before it is sent. @see https://www.ietf.org/archive/id/draft-ietf-httpapi-idempotency-key-header-07.html */
export function createPublisher({ client, storage, tab }: Parts): Publisher {
  /** The last write of which nobody has said what became of it. */
  let unsettled = keptWrite(storage, tab);
  let sending: { sent: SentWrite; reply: Promise<Reply<Outcome>> } | undefined;

  const remember = (sent: SentWrite): void => {
    unsettled = sent;
    keepWrite(storage, tab, sent);
  };
  const ask = async (sent: SentWrite): Promise<Reply<Outcome>> => {
    const { key, write } = sent;
    const guard = { etag: write.base.etag, key };
    const reply = await ("notice" in write
      ? client.publish(write.notice, guard)
      : client.rollBack(write.again, guard));
    if (unsettled === sent && (reply.ok || isRefusal(reply.problem))) {
      unsettled = undefined;
      forgetWrite(storage, tab);
    }
    return reply.ok ? { ok: true, value: outcomeOf(write, reply.value) } : reply;
  };
  const askOnce = (sent: SentWrite): Promise<Reply<Outcome>> => {
    if (sending?.sent === sent) return sending.reply;
    const reply = ask(sent).finally(() => {
      if (sending?.sent === sent) sending = undefined;
    });
    sending = { sent, reply };
    return reply;
  };
  return {
    send(write) {
      if (!unsettled || !isSame(unsettled.write, write)) remember({ key: crypto.randomUUID(), write });
      return askOnce(unsettled as SentWrite);
    },
    async settle(liveEtag) {
      if (!unsettled || unsettled.write.base.etag === liveEtag) return undefined;
      const reply = await askOnce(unsettled);
      return reply.ok ? reply.value : undefined;
    },
    takeOver(other) {
      const sent = keptWrite(storage, other);
      forgetWrite(storage, other);
      if (sent) remember(sent);
    },
    isSending: () => sending !== undefined,
  };
}

/** What the service says of a write only after it has looked for its key: everything else may come before that, or from a proxy. */
const deciding: ErrorCode[] = [
  "NOTICE_CHANGED",
  "NOTICE_INVALID",
  "REQUEST_REUSED",
  "REVISION_UNKNOWN",
  "IF_MATCH_MISSING",
];

/** Whether the service has said that the write is not published, and was not. */
function isRefusal({ code }: Problem): boolean {
  return deciding.some((one) => one === code);
}

function isSame(one: Write, other: Write): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function outcomeOf(write: Write, publication: Written): Outcome {
  const previous = write.base.revision;
  if ("notice" in write) return { publication, previous };
  const { again, isUndo } = write;
  return { publication, previous, again, ...(isUndo && { isUndo }) };
}
