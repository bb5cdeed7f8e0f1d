import type { ErrorCode } from "../../schema/errors/notice-error.ts";
import { serialize } from "../../schema/notice/notice.ts";
import type { Base, Client, Problem, Result } from "./client.ts";
import type { Action, Outcome, Write } from "./state.ts";
import { isCutOff, troubleHere } from "./trouble.ts";

interface Parts {
  client: Pick<Client, "publish" | "rollBack" | "notice" | "revision">;
  dispatch: (action: Action) => void;
}

export type Publisher = ReturnType<typeof createPublisher>;

/**
 * The only code that publishes. A write names its base, so it is published once however often it is sent. If its reply
 * was lost, the revision after the base tells whether it was published.
 */
export function createPublisher({ client, dispatch }: Parts) {
  let unsettled: Write[] = [];
  let sending = 0;

  /** The outcome of an earlier write, or of one in `kept`, once something else is live; undefined if none was published. */
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

  /** Sends a write, and updates the workspace. Returns why nothing was published; undefined if it was. */
  const send = async (write: Write): Promise<Problem | undefined> => {
    const { base, notice, again, isShown } = write;
    unsettled.push(write);
    sending += 1;
    const reply = await (again === undefined
      ? client.publish(notice, base.etag, isShown ? base.notice : undefined)
      : client.rollBack(again, base.etag));
    sending -= 1;
    if (reply.ok) {
      // Earlier writes on the same base can no longer be published.
      unsettled = [];
      dispatch({ type: "published", outcome: outcomeOf(write, reply.value) });
      return undefined;
    }
    const trouble = troubleHere(reply.problem);
    if (isCutOff(trouble)) dispatch({ type: "trouble", trouble });
    if (reply.problem.code !== ("NOTICE_CHANGED" satisfies ErrorCode)) return reply.problem;
    // Another person was first, or an earlier write of this page whose reply was lost.
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
