import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { type StoreBackend, whileOpen } from "../../../data/store.ts";
import { type Deadline, deadlineIn } from "../../../data/time/deadline.ts";
import { idempotencyKey } from "../../../schema/editor-api/parameters.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { sha256 } from "../../../schema/notice/sum.ts";
import { credentialOf } from "../access.ts";

/** How long it may take to store a reply, in ms. */
export const keepReplyMs = 1000;

/** The `Idempotency-Key` of a request, if it has one. @throws NoticeError REQUEST_INVALID */
export function readKey({ headers }: FastifyRequest): string | undefined {
  const key = headers[idempotencyKey.name.toLowerCase()];
  if (key === undefined) return undefined;
  if (typeof key === "string" && new RegExp(idempotencyKey.schema.pattern).test(key)) return key;
  const reason = "An Idempotency-Key has 1 to 255 visible ASCII characters: send a UUID, for example.";
  throw new NoticeError("REQUEST_INVALID", { reason });
}

type Repeatable = ReturnType<typeof repeatableBy>;

/** What identifies a request that its sender may repeat under a key. */
export function repeatableBy(key: string, request: FastifyRequest) {
  const { method, url, body = null } = request;
  return { credential: credentialOf(request).id, key, request: [method, url, body] };
}

/** Does what a request asks for; `requestId` is the same each time that the request is sent. */
type Make<T> = (requestId: string) => Promise<T>;

/**
 * Answers a repeated request as it was answered the first time, for a day. While the first is in progress, the others
 * wait for it by `wait`. Only successful replies are kept: anything else may be tried again. If this process ends
 * before it keeps a reply, the store still knows the change by its id. The store is open only while it is asked: no
 * connection is held while a model thinks.
 * @throws NoticeError REQUEST_REUSED, STORE_…, what waiting and the request itself throw
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header
 */
export function createOnce<T>(
  backend: Pick<StoreBackend, "openAccess">,
  wait: (first: Promise<unknown>, deadline: Deadline) => Promise<unknown>,
) {
  const underWay = new Map<string, Promise<unknown>>();

  const answer = async (
    { credential, key, request }: Repeatable,
    make: Make<T>,
    deadline: Deadline,
  ): Promise<T> => {
    const bodySum = sha256(JSON.stringify(request));
    const kept = await whileOpen(backend.openAccess(deadline), (access) => access.findReply(credential, key));
    if (kept && kept.bodySum !== bodySum) throw new NoticeError("REQUEST_REUSED", {});
    if (kept) return JSON.parse(kept.body);
    const outcome = await make(idOf(credential, key));
    const reply = { bodySum, status: 200, body: JSON.stringify(outcome) };
    await whileOpen(backend.openAccess(deadlineIn(keepReplyMs)), (access) =>
      access.keepReply(credential, key, reply),
    ).catch(() => {
      // The work is done, even if its reply cannot be kept.
    });
    return outcome;
  };

  /** `deadline` is called again after the wait, so that the work may have a new one. */
  return async (request: Repeatable, make: Make<T>, deadline: () => Deadline): Promise<T> => {
    const id = idOf(request.credential, request.key);
    for (let first = underWay.get(id); first; first = underWay.get(id))
      await wait(
        first.catch(() => {}),
        deadline(),
      );
    const answering = answer(request, make, deadline()).finally(() => underWay.delete(id));
    underWay.set(id, answering);
    return answering;
  };
}

/**
 * A UUID derived from a credential and a key, which reveals neither.
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
