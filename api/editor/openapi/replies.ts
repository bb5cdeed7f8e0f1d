import { etagSchema } from "../../../schema/editor-api/parts.ts";

/** A reply, as OpenAPI describes it. */
export interface ReplyObject {
  description: string;
  headers?: Record<string, object>;
  content?: Record<string, { schema: object }>;
}

/** The schema of a text. */
export const text = { type: "string" };
/** A body that is a page. */
export const page = { "text/html": { schema: text } };
/** The header of every reply. */
export const noStore = { "Cache-Control": { required: true, schema: { const: "no-store" } } };

/** The entity tag of the notice, which not every reply has. */
export const etag = (required: boolean, description: string) => ({
  ETag: { required, description, schema: etagSchema },
});

/** A reply with a body of JSON. */
export function jsonReply(
  description: string,
  schema: object,
  headers: Record<string, object> = {},
): ReplyObject {
  return { description, headers: { ...noStore, ...headers }, content: { "application/json": { schema } } };
}

/** A reply without a body. */
export function emptyReply(description: string, headers: Record<string, object> = {}): ReplyObject {
  return { description, headers: { ...noStore, ...headers } };
}

/** A reply that is a page. */
export function pageReply(description: string): ReplyObject {
  return { description, headers: noStore, content: page };
}
