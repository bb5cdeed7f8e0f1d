import { idempotencyKey } from "../../../schema/editor-api/parameters.ts";
import { proposalRequestSchema, proposalSchema, usageSchema } from "../../../schema/editor-api/proposals.ts";
import { json } from "../notice/media-type.ts";
import { limitReply, modelReply, problemReplies } from "./problem-replies.ts";
import { jsonReply } from "./replies.ts";

/** What a chat model is asked for, where one is set up. */
export const proposalPaths = {
  "/api/proposals": {
    post: {
      operationId: "propose",
      summary: "Have the chat model translate or draft words; nothing is published",
      parameters: [idempotencyKey],
      requestBody: { required: true, content: { [json]: { schema: proposalRequestSchema } } },
      responses: {
        200: jsonReply("What it wrote, and what to look at in it", proposalSchema),
        ...problemReplies(401, 403, 413, 421, 422, 503),
        429: limitReply(),
        502: modelReply(),
      },
    },
    get: {
      operationId: "getUsage",
      summary: "How many of the day's requests to the models are used",
      responses: {
        200: jsonReply("The count, and the limit", usageSchema),
        ...problemReplies(401, 403, 421, 429, 503),
      },
    },
  },
};
