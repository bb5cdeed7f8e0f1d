import type { ErrorCode } from "../../../schema/errors/notice-error.ts";
import type { Problem } from "../client/problem.ts";

/** What the service says of a write only after it has looked for its key. */
const deciding: ErrorCode[] = [
  "NOTICE_CHANGED",
  "NOTICE_INVALID",
  "REQUEST_REUSED",
  "REVISION_UNKNOWN",
  "IF_MATCH_MISSING",
];

/** Whether the service has said that the write is not published, and was not. */
export function isRefusal({ code }: Problem): boolean {
  return deciding.some((one) => one === code);
}
