import type { CompletedWrite } from "../../../schema/editor-api/write-outcome.ts";
import type { ErrorCode } from "../../../schema/errors/notice-error.ts";
import { type Notice, serialize } from "../../../schema/notice/notice.ts";
import type { Base, Client } from "../client/client.ts";
import type { Problem } from "../client/problem.ts";
import type { Result } from "../client/request.ts";
import { isCutOff, troubleHere } from "../trouble/trouble.ts";
import type { Action } from "./workspace.ts";

/** Something that publishes, and the revision that it is made on top of: it replaces no other. */
export interface Write {
  base: Base;
  notice: Notice;
  /** The revision that it says again; absent if it is new. */
  again?: number;
  /** It undoes the one before, and offers no way back from that. */
  isUndo?: true;
}

/** A revision that this page has published. */
export interface Outcome extends Pick<Write, "again" | "isUndo"> {
  publication: Base & Partial<Pick<CompletedWrite, "nodes" | "warnings">>;
  /** What was live before: what undoing says again. */
  before: Base;
}

interface Parts {
  client: Pick<Client, "publish" | "rollBack" | "notice" | "revision">;
  dispatch: (action: Action) => void;
}

export type Publisher = ReturnType<typeof createPublisher>;

/**
 * The one way in which the page publishes anything. A write names what it replaces, so that it is published once however
 * often it is sent; where its reply was lost, the revision after that one tells whether it was published.
 */
export function createPublisher({ client, dispatch }: Parts) {
  /** The writes of which nobody has said what became of them. */
  let unsettled: Write[] = [];
  let sending = 0;

  /** What came of an earlier write, or of one that was `kept`, once visitors see something else; undefined if nothing did. */
  const settle = async (live: Base, kept: Write[] = []): Promise<Outcome | undefined> => {
    const writes = [...unsettled, ...kept].filter(({ base }) => base.etag !== live.etag);
    const [first] = writes;
    if (!first) return undefined;
    const number = first.base.revision + 1;
    const next: Result<Base> =
      number === live.revision ? { ok: true, value: live } : await client.revision(number);
    if (!next.ok) return undefined;
    const { revision, etag, notice } = next.value;
    unsettled = unsettled.filter(({ base }) => base.etag === live.etag);
    const own = writes.find(
      (write) => write.base.etag === first.base.etag && serialize(write.notice) === serialize(notice),
    );
    return own && outcomeOf(own, { revision, etag, notice });
  };

  /** Sends a write, and tells the workspace; gives why nothing was published, undefined if it was. */
  const send = async (write: Write): Promise<Problem | undefined> => {
    const { base, notice, again } = write;
    unsettled.push(write);
    sending += 1;
    const reply = await (again === undefined
      ? client.publish(notice, base.etag)
      : client.rollBack(again, base.etag));
    sending -= 1;
    if (reply.ok) {
      // What was sent before on top of the same can no longer be published.
      unsettled = [];
      dispatch({ type: "published", outcome: outcomeOf(write, reply.value) });
      return undefined;
    }
    const trouble = troubleHere(reply.problem);
    if (isCutOff(trouble)) dispatch({ type: "trouble", trouble });
    if (reply.problem.code !== ("NOTICE_CHANGED" satisfies ErrorCode)) return reply.problem;
    // Somebody was first: another, or what was sent from here before and got no answer.
    const live = await client.notice();
    if (!live.ok || !live.value) return reply.problem;
    const earlier = await settle(live.value);
    dispatch({ type: "live", live: live.value });
    if (earlier) dispatch({ type: "published", outcome: earlier });
    return earlier?.publication.etag === live.value.etag ? undefined : reply.problem;
  };

  return { send, settle, isSending: () => sending > 0 };
}

function outcomeOf({ base, notice: _, ...how }: Write, publication: Outcome["publication"]): Outcome {
  return { publication, before: base, ...how };
}
