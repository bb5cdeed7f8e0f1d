import { dryRun, idempotencyKey, ifMatch, ifNoneMatch } from "../../../schema/editor-api/parameters.ts";
import { writeOutcomeSchema } from "../../../schema/editor-api/write-outcome.ts";
import { noticeShape } from "../../../schema/notice/notice.ts";
import { json, mergePatchType } from "../notice/media-type.ts";
import { patchTypeReply, problemReplies } from "./problem-replies.ts";
import { emptyReply, etag, jsonReply } from "./replies.ts";

const document = { required: true, content: { [json]: { schema: noticeShape } } };
const patch = {
  required: true,
  content: {
    [mergePatchType]: {
      schema: { type: "object", description: "The members to change; null removes one (RFC 7396)" },
    },
  },
};
const sentAsStored = etag(false, "absent for a dry run, and where a text was put into Unicode NFC");

/** What is answered to a change. */
export const writeReplies = {
  200: jsonReply("It is published, or there was nothing to change", writeOutcomeSchema, sentAsStored),
};

/** The notice itself. */
export const noticePaths = {
  "/api/notice": {
    get: {
      operationId: "getNotice",
      summary: "The notice, and the ETag by which it can be changed",
      parameters: [ifNoneMatch],
      responses: {
        200: jsonReply("The notice", noticeShape, etag(true, "which revision it is")),
        304: emptyReply("The client has it", etag(true, "which revision it is")),
        ...problemReplies(401, 403, 421, 429, 503),
      },
    },
    put: {
      operationId: "replaceNotice",
      summary: "Replace the whole notice",
      parameters: [{ ...ifMatch, required: true }, idempotencyKey, dryRun],
      requestBody: document,
      responses: {
        ...writeReplies,
        ...problemReplies(401, 403, 412, 413, 421, 422, 428, 429, 503, 504),
      },
    },
    patch: {
      operationId: "changeNotice",
      summary: "Change a part of the notice",
      parameters: [ifMatch, idempotencyKey, dryRun],
      requestBody: patch,
      responses: {
        ...writeReplies,
        ...problemReplies(401, 403, 412, 413, 421, 422, 429, 503, 504),
        415: patchTypeReply(),
      },
    },
  },
  "/api/notice/validate": {
    post: {
      operationId: "validateNotice",
      summary: "Say what it would change to replace the notice, or all that is wrong with the document",
      requestBody: document,
      responses: {
        200: jsonReply("It is valid", writeOutcomeSchema),
        ...problemReplies(401, 403, 413, 421, 422, 429, 503),
      },
    },
  },
};
