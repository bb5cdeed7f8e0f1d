import type { FastifyReply } from "fastify";
import type { Base } from "../../../data/predecessor.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { isMatched, tagOf } from "./entity-tag.ts";
import type { IfMatch } from "./if-match.ts";

/** Which notice a change is made on top of, as its request says. */
interface Precondition {
  ifMatch: IfMatch | undefined;
  /** Whether the request must say so. */
  isRequired: boolean;
}

/**
 * Refuses a change of another notice than the one that its author knew; the reply says by its `ETag` which one there is.
 * A damaged one, which nobody can know, is only matched by `*`.
 * @throws NoticeError IF_MATCH_MISSING (428), NOTICE_CHANGED (412)
 */
export function assertMatch({ ifMatch, isRequired }: Precondition, base: Base, reply: FastifyReply): void {
  if (ifMatch === undefined && !isRequired) return;
  if (ifMatch === undefined) throw new NoticeError("IF_MATCH_MISSING", {});
  const { number, notice } = base;
  const revision = notice && { number, notice };
  if (revision ? isMatched(ifMatch, revision) : ifMatch === "*") return;
  const etag = revision && tagOf(revision);
  if (etag !== undefined) reply.header("ETag", etag);
  throw new NoticeError("NOTICE_CHANGED", { etag });
}
