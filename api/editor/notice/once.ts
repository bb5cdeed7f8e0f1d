import { createHash } from "node:crypto";
import type { StoreBackend } from "../../../data/store.ts";
import { type Deadline, inTime, movable } from "../../../data/time/deadline.ts";
import type { WriteOutcome } from "../../../schema/editor-api/write-outcome.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { sha256 } from "../../../schema/notice/sum.ts";

/** How long it may take to keep a reply, once the change is made, in ms. */
export const keepReplyMs = 1000;

/** A change that its sender may send again, not knowing its outcome. */
export interface Repeatable {
  /** Whose key it is. */
  credential: string;
  /** The `Idempotency-Key`. */
  key: string;
  /** Everything that tells this change from any other. */
  request: unknown;
}

/** Makes a change; its id is the same each time that it is sent. */
type Make = (requestId: string) => Promise<WriteOutcome>;

/**
 * Answers a change that comes again as it was answered the first time, for a day; one that comes while the first is
 * under way waits for it. Only what succeeded is kept: anything else may be tried again. Should the reply have been lost
 * with this process, the store itself knows the change by its id.
 * @throws NoticeError REQUEST_REUSED, PUBLISH_UNCONFIRMED, STORE_…, what the change throws
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header
 */
export function createOnce(backend: Pick<StoreBackend, "openAccess">) {
  const underWay = new Map<string, Promise<unknown>>();

  const answer = async (
    { credential, key, request }: Repeatable,
    make: Make,
    deadline: Deadline,
  ): Promise<WriteOutcome> => {
    const bodySum = sha256(JSON.stringify(request));
    const until = movable(deadline);
    const access = await backend.openAccess(until);
    try {
      const kept = await access.findReply(credential, key);
      if (kept && kept.bodySum !== bodySum) throw new NoticeError("REQUEST_REUSED", {});
      if (kept) return JSON.parse(kept.body);
      const outcome = await make(idOf(credential, key));
      until.moveTo(keepReplyMs);
      // The change is made, whether or not this can be kept.
      await access
        .keepReply(credential, key, { bodySum, status: 200, body: JSON.stringify(outcome) })
        .catch(() => {});
      return outcome;
    } finally {
      await access.close();
    }
  };

  return async (change: Repeatable, make: Make, deadline: Deadline): Promise<WriteOutcome> => {
    const id = idOf(change.credential, change.key);
    for (let first = underWay.get(id); first; first = underWay.get(id)) {
      const over = first.catch(() => {});
      await inTime(over, deadline, () => new NoticeError("PUBLISH_UNCONFIRMED", {}));
    }
    const answering = answer(change, make, deadline).finally(() => underWay.delete(id));
    underWay.set(id, answering);
    return answering;
  };
}

/**
 * A UUID made of a credential and a key, neither of which can be told from it.
 * @see https://www.rfc-editor.org/rfc/rfc9562#section-5.8
 */
function idOf(credential: string, key: string): string {
  const bytes = createHash("sha256")
    .update(JSON.stringify([credential, key]))
    .digest()
    .subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
