import {
  before,
  dryRun,
  idempotencyKey,
  ifMatch,
  limit,
  revision,
} from "../../../schema/editor-api/parameters.ts";
import { revisionListSchema, revisionSchema } from "../../../schema/editor-api/revisions.ts";
import { writeReplies } from "./notice-paths.ts";
import { problemReplies } from "./problem-replies.ts";
import { jsonReply } from "./replies.ts";

/** The history. */
export const revisionPaths = {
  "/api/revisions": {
    get: {
      operationId: "listRevisions",
      summary: "A part of the history, latest first",
      parameters: [before, limit],
      responses: {
        200: jsonReply("The revisions", revisionListSchema),
        ...problemReplies(401, 403, 421, 429, 503),
      },
    },
  },
  "/api/revisions/{revision}": {
    get: {
      operationId: "getRevision",
      summary: "One revision, and what it changed",
      parameters: [revision],
      responses: {
        200: jsonReply("The revision", revisionSchema),
        ...problemReplies(401, 403, 404, 421, 429, 503),
      },
    },
  },
  "/api/revisions/{revision}/rollback": {
    post: {
      operationId: "rollBack",
      summary: "Publish the notice of an earlier revision again, as a new one",
      parameters: [revision, ifMatch, idempotencyKey, dryRun],
      responses: {
        ...writeReplies,
        ...problemReplies(401, 403, 404, 412, 413, 421, 422, 429, 503, 504),
      },
    },
  },
};
