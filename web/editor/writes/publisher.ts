import type { CompletedWrite } from "../../../schema/editor-api/write-outcome.ts";
import type { ErrorCode } from "../../../schema/errors/notice-error.ts";
import type { Client } from "../client/client.ts";
import type { Problem } from "../client/problem.ts";
import type { Result } from "../client/request.ts";
import type { BrowserStorage } from "../kept/browser-storage.ts";
import type { Outcome } from "./outcome.ts";
import { keepWrites, keptWrites, type SentWrite, sweepWrites, type Write } from "./sent-writes.ts";

/** What the service says of a write only after it has looked for its key. */
const deciding: ErrorCode[] = [
  "NOTICE_CHANGED",
  "NOTICE_INVALID",
  "REQUEST_REUSED",
  "REVISION_UNKNOWN",
  "IF_MATCH_MISSING",
];

/** Sends writes so that each is published once, however often it is sent and whatever becomes of the replies. */
export interface Publisher {
  /**
   * Sends a write. If its reply was lost and it is sent again, the outcome is that of the first time, even if the write is
   * by now based on the revision that it published itself.
   */
  send(write: Write): Promise<Result<Outcome>>;
  /**
   * Asks for the outcome of earlier writes whose replies were lost; undefined if none is known. They are sent again only
   * once visitors see another revision than their base, so that asking cannot publish them.
   */
  settle(liveEtag: string): Promise<Outcome | undefined>;
  /** The newest write that visitors may see by now, as far as is known; undefined if there is none. */
  unknown(liveEtag: string): Unknown | undefined;
  /** Takes over what another tab sent, with its draft. */
  takeOver(tab: string): void;
  isSending(): boolean;
}

/** A write of which nobody can say what became of it. */
export interface Unknown {
  /** Who sent it and alone is told, where somebody else is signed in by now. */
  sender?: string;
}

interface Parts {
  client: Pick<Client, "publish" | "rollBack">;
  storage: BrowserStorage;
  tab: string;
  /** Who is signed in; the service tells nobody else what became of a key. */
  sender: () => string;
}

/** Keeps each write in the browser before it is sent. @see https://www.ietf.org/archive/id/draft-ietf-httpapi-idempotency-key-header-07.html */
export function createPublisher({ client, storage, tab, sender }: Parts): Publisher {
  sweepWrites(storage, Date.now());
  /** The writes of which nobody has said what became of them, the newest last. */
  let unsettled = keptWrites(storage, tab);
  const underWay = new Map<SentWrite, Promise<Result<Outcome>>>();
  let sending = 0;

  const remember = (sent: SentWrite[]): void => {
    unsettled = sent;
    keepWrites(storage, tab, sent);
  };
  const ask = async (sent: SentWrite): Promise<Result<Outcome>> => {
    const { key, write } = sent;
    const guard = { etag: write.base.etag, key };
    const reply = await ("notice" in write
      ? client.publish(write.notice, guard)
      : client.rollBack(write.again, guard));
    // Once one is published, what came of those before it makes no difference any more.
    if (reply.ok) remember(unsettled.slice(unsettled.indexOf(sent) + 1));
    else if (isRefusal(reply.problem)) remember(unsettled.filter((other) => other !== sent));
    return reply.ok ? { ok: true, value: outcomeOf(write, reply.value) } : reply;
  };
  const askOnce = (sent: SentWrite): Promise<Result<Outcome>> => {
    const first = underWay.get(sent);
    if (first) return first;
    const reply = ask(sent).finally(() => underWay.delete(sent));
    underWay.set(sent, reply);
    return reply;
  };
  const outdated = (liveEtag: string): SentWrite[] =>
    unsettled.filter(({ write }) => write.base.etag !== liveEtag);
  const send = async (write: Write): Promise<Result<Outcome>> => {
    const by = sender();
    const asksForSame = (one: SentWrite): boolean =>
      one.by === by && isSame(wishOf(one.write), wishOf(write));
    // What it is made on top of may be what an earlier try has published.
    for (const earlier of unsettled.filter(asksForSame)) {
      if (isSame(earlier.write.base, write.base)) break;
      const reply = await askOnce(earlier);
      const isDecided = reply.ok
        ? reply.value.publication.etag !== write.base.etag
        : isRefusal(reply.problem);
      if (!isDecided) return reply;
    }
    let sent = unsettled.find((one) => asksForSame(one) && isSame(one.write.base, write.base));
    if (!sent) {
      sent = { key: crypto.randomUUID(), by, at: Date.now(), write };
      remember([...unsettled, sent]);
    }
    return askOnce(sent);
  };
  return {
    send(write) {
      sending += 1;
      return send(write).finally(() => {
        sending -= 1;
      });
    },
    async settle(liveEtag) {
      for (const sent of outdated(liveEtag)) {
        if (sent.by !== sender()) continue;
        const reply = await askOnce(sent);
        if (reply.ok) return reply.value;
        // Whoever does not answer this does not answer the next.
        if (!isRefusal(reply.problem)) return undefined;
      }
      return undefined;
    },
    unknown(liveEtag) {
      const last = outdated(liveEtag).at(-1);
      return last && { ...(last.by !== sender() && { sender: last.by }) };
    },
    takeOver(other) {
      const sent = keptWrites(storage, other);
      keepWrites(storage, other, []);
      if (sent.length > 0) remember([...unsettled, ...sent]);
    },
    isSending: () => sending > 0,
  };
}

/** What a write asks for, whatever it is made on top of. */
function wishOf({ base: _, ...wish }: Write): unknown {
  return wish;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function outcomeOf(write: Write, publication: CompletedWrite): Outcome {
  const previous = write.base.revision;
  if ("notice" in write) return { publication, previous };
  const { again, isUndo } = write;
  return { publication, previous, again, ...(isUndo && { isUndo }) };
}

/** Whether the service has said that the write is not published, and was not. */
function isRefusal({ code }: Problem): boolean {
  return deciding.some((one) => one === code);
}
