import { errorGroup } from "./error-group.ts";

/** Errors of changes that programs request or models propose. Faults of a document are input errors. */
export const writeErrors = {
  ...errorGroup(412, 3, {
    /** `etag` is undefined if the latest revision is damaged. */
    NOTICE_CHANGED: ({ etag }: { etag: string | undefined }) =>
      etag === undefined
        ? "The latest revision is damaged and has no ETag: replace it with a whole notice and `If-Match: *`, or roll back without If-Match."
        : `The notice is not the one that If-Match names (it is ${etag}): get it again, and make the change on top of that.`,
  }),
  ...errorGroup(422, 2, {
    REQUEST_REUSED: () =>
      "This Idempotency-Key was used for a different change: use a new key for each change, and the same key only for its retries.",
  }),
  ...errorGroup(428, 2, {
    IF_MATCH_MISSING: () =>
      "A whole notice could overwrite somebody else's change: send If-Match with the ETag of the notice that you mean to replace, or `If-Match: *` to replace any.",
  }),
  ...errorGroup(429, 1, {
    LIMIT_REACHED: ({ count, limit }: { count: number; limit: number }) =>
      limit === 0
        ? "AI_DAILY_LIMIT is 0, so nothing is sent to the models: set it to the number of requests allowed per day. Everything else works."
        : `Today's requests to the models are used up (${count} of ${limit}): wait until 00:00 UTC, or raise AI_DAILY_LIMIT. Everything else works.`,
  }),
  ...errorGroup(503, 1, {
    NOT_PUBLISHED: ({ reason }: { reason: string }) => `Nothing was published. ${reason}`,
    TRANSLATIONS_FAILED: ({ tags }: { tags: string[] }) =>
      `Not translated into ${tags.join(", ")}: the lines above say why.`,
  }),
  ...errorGroup(504, 1, {
    PUBLISH_UNCONFIRMED: () =>
      "The database did not confirm the change in time. It may or may not have been made: send the same request again with the same Idempotency-Key. If it had no key, look at the history first.",
  }),
};
