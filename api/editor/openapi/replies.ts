import { etagSchema } from "../../../schema/editor-api/parts.ts";
import { problemSchema } from "../../../schema/editor-api/problem.ts";

/** A reply, as OpenAPI describes it. */
export interface ReplyObject {
  description: string;
  headers?: Record<string, object>;
  content?: Record<string, { schema: object }>;
}

const text = { type: "string" };
/** A body that is a page. */
export const page = { "text/html": { schema: text } };

/** The entity tag of the notice, as a header of a reply. */
export const etag = (required: boolean, description: string) => ({
  ETag: { required, description, schema: etagSchema },
});
/** How long to wait. */
export const retryAfter = { "Retry-After": { required: true, schema: text } };
/** The coding that a body must have. */
export const acceptedCoding = {
  "Accept-Encoding": {
    required: false,
    description: "present if the body is compressed",
    schema: { const: "identity" },
  },
};

/** A reply with a body of JSON. */
export function jsonReply(
  description: string,
  schema: object,
  headers?: Record<string, object>,
): ReplyObject {
  return { description, ...(headers && { headers }), content: { "application/json": { schema } } };
}

/** A reply that is a problem detail. */
export function problemReply(description: string, headers?: Record<string, object>): ReplyObject {
  const content = { "application/problem+json": { schema: problemSchema } };
  return { description, ...(headers && { headers }), content };
}

/** What each status means here, and the headers that come with it. */
export const problems: Record<number | string, ReplyObject> = {
  400: problemReply("The request, its If-Match or its JSON is malformed, or its URL holds a token"),
  401: problemReply("The credential is missing, unknown, revoked or expired", {
    "WWW-Authenticate": { required: true, schema: text },
  }),
  403: problemReply("The credential does not allow this, or the request comes from another site"),
  404: problemReply("There is no such revision"),
  405: problemReply("The path does not have this method", {
    Allow: { required: true, description: "the methods that it has", schema: text },
  }),
  408: problemReply("The request did not arrive in time"),
  412: problemReply(
    "Somebody else changed the notice first; nothing was published",
    etag(false, "the tag of the current notice, unless that is damaged"),
  ),
  413: problemReply("The body is larger than 512 KiB"),
  415: problemReply("The body is of another type, or compressed", acceptedCoding),
  421: problemReply("The request's host name is not the editor's"),
  422: problemReply("The document is wrong, or the Idempotency-Key was used for another request"),
  428: problemReply("If-Match is missing"),
  429: problemReply("Too many wrong credentials came from this address", retryAfter),
  431: problemReply("The headers are larger than 32 KiB"),
  503: problemReply("The store is away; nothing was published"),
  504: problemReply(
    "It is not confirmed, or not seen: send the same request again, a change with the same key",
  ),
  default: problemReply("Any other error"),
};

/** References to the replies with these statuses. */
export function problemReplies(statuses: (number | string)[]): Record<string, object> {
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]));
}

/** The errors of a path that also takes forms: in a browser's frame, an error is a page if the form could be read. */
export function problemOrPageReplies(...statuses: number[]): Record<string, ReplyObject> {
  const both = (status: number) => {
    const { content, ...reply } = problems[status] ?? problemReply("");
    return [status, { ...reply, content: { ...content, ...page } }];
  };
  return Object.fromEntries(statuses.map(both));
}
