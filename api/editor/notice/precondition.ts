import { type Precondition, whatever } from "../../../data/precondition.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { isMatched, tagOf } from "./entity-tag.ts";
import { readIfMatch } from "./if-match.ts";

/**
 * What a request says by `If-Match` of the notice that it changes, and whether it has to say that. A damaged one, which
 * nobody can know, is only matched by `*`. The error has the tag of the notice that there is.
 * @throws NoticeError REQUEST_INVALID at once; IF_MATCH_MISSING (428), NOTICE_CHANGED (412) when it is asked
 */
export function preconditionOf(ifMatch: string | undefined, isRequired: boolean): Precondition {
  if (ifMatch === undefined) return isRequired ? missing : whatever;
  const expected = readIfMatch(ifMatch);
  return ({ number, notice }) => {
    const latest = notice && { number, notice };
    if (latest ? isMatched(expected, latest) : expected === "*") return;
    const etag = latest && tagOf(latest);
    throw new NoticeError("NOTICE_CHANGED", { etag }, { etag });
  };
}

const missing: Precondition = () => {
  throw new NoticeError("IF_MATCH_MISSING", {});
};
