import { etagSchema } from "../../../schema/editor-api/parts.ts";
import { problemSchema } from "../../../schema/editor-api/problem.ts";

/** A reply, as OpenAPI describes it. */
export interface ReplyObject {
  description: string;
  headers?: Record<string, object>;
  content?: Record<string, { schema: object }>;
}

/** A body that is a page. */
export const page = { "text/html": { schema: { type: "string" } } };

/** The entity tag of the notice, as a header of a reply. */
export const currentTag = {
  ETag: { required: true, description: "the tag of the current revision", schema: etagSchema },
};

/** A reply with a body of JSON. */
export function jsonReply(
  description: string,
  schema: object,
  headers?: Record<string, object>,
): ReplyObject {
  return { description, ...(headers && { headers }), content: { "application/json": { schema } } };
}

/** Every error. */
export const problem: ReplyObject = {
  description: "Any error",
  content: { "application/problem+json": { schema: problemSchema } },
};
