import { errorGroup } from "./error-group.ts";

interface Kept {
  reason: string;
  file: string;
}

/** What can come of a change that a program asks for, or a model proposes, beyond what is wrong with its document. */
export const writeErrors = {
  ...errorGroup(412, 3, {
    /** Without a tag if the notice is damaged. */
    NOTICE_CHANGED: ({ etag }: { etag: string | undefined }) =>
      etag === undefined
        ? "The latest revision is damaged, and no tag names it: replace it by a whole notice with `If-Match: *`, or roll back without If-Match."
        : `The notice is not, or no longer, the one that If-Match names (it is ${etag}): get it again, and make the change on top of that.`,
  }),
  ...errorGroup(422, 2, {
    REQUEST_REUSED: () =>
      "This Idempotency-Key belongs to another request of the last day: send each change with a key of its own, and only its retries with the same.",
  }),
  ...errorGroup(428, 2, {
    IF_MATCH_MISSING: () =>
      "A whole notice would replace what somebody else may have changed: send If-Match with the ETag of the notice that you mean to replace, or `If-Match: *` to replace whatever is there.",
  }),
  ...errorGroup(429, 1, {
    LIMIT_REACHED: ({ count, limit }: { count: number; limit: number }) =>
      limit === 0
        ? "AI_DAILY_LIMIT is 0, so nothing is sent to the models: set it to the number of requests that may be sent a day; everything else works."
        : `Today's requests to the models are used up (${count} of ${limit}): wait for the new day, which begins at 00:00 UTC, or raise AI_DAILY_LIMIT; everything else works.`,
  }),
  ...errorGroup(503, 1, {
    NOT_PUBLISHED: ({ reason }: { reason: string }) => `Nothing was published. ${reason}`,
    TOLD_TO_END: () => "The command was told to end, and has published nothing.",
    TOLD_WHILE_PUBLISHING: (_: object, command: string) =>
      `The command was told to end while it published: see with \`${command} history\` whether it has.`,
    PROPOSAL_DECLINED: () => "Nothing was published.",
    PROPOSAL_KEPT: ({ reason, file }: Kept, command: string) =>
      `${reason} What was proposed is kept in ${file}: \`${command} apply\` publishes that file.`,
    BRIEF_KEPT: ({ reason, file }: Kept) => `${reason} The brief is kept in ${file}.`,
    TRANSCRIPT_KEPT: ({ reason, file }: Kept, command: string) =>
      `${reason} The transcript is kept in ${file}: \`${command} draft\` takes its words.`,
    TRANSLATIONS_FAILED: ({ tags }: { tags: string[] }) =>
      `Not translated into ${tags.join(", ")}: the lines above say why.`,
  }),
  ...errorGroup(504, 1, {
    PUBLISH_UNCONFIRMED: () =>
      "The database did not confirm the change in time, and may have made it or not: send the same request with the same Idempotency-Key again, which settles it; if it had none, look at the history first.",
  }),
};
