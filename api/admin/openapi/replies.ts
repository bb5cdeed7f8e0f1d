import { STATUS_CODES } from "node:http";
import { etagSchema } from "../../../schema/api/parts.ts";
import { problemSchema } from "../../../schema/api/problem.ts";
import { mergePatchType } from "../notice/media-type.ts";

/** A reply, as OpenAPI describes it. */
interface ReplyObject {
  description: string;
  headers?: Record<string, object>;
  content?: Record<string, { schema: object }>;
}

const text = { type: "string" };
const noStore = { "Cache-Control": { required: true, schema: { const: "no-store" } } };

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
  return { description, headers: noStore, content: { "text/html": { schema: text } } };
}

const acceptedCoding = {
  "Accept-Encoding": {
    required: false,
    description: "there where the body is compressed",
    schema: { const: "identity" },
  },
};

/** What each status means here, and the headers that come with it. */
const problems: Record<number, { description: string; headers?: Record<string, object> }> = {
  400: { description: "The request, its If-Match or its JSON is malformed, or its URL holds a token" },
  401: {
    description: "The credential is missing, unknown, revoked or expired",
    headers: { "WWW-Authenticate": { required: true, schema: text } },
  },
  403: { description: "The credential allows no changes, or the request comes from another site" },
  404: { description: "There is no such revision" },
  412: {
    description: "Somebody else changed the notice first; nothing was published",
    headers: etag(false, "what the notice is now, unless it is damaged"),
  },
  413: { description: "The body is larger than 512 KiB" },
  415: { description: "The body is of another type, or compressed", headers: acceptedCoding },
  421: { description: "The editor is not asked for by its own name" },
  422: { description: "The document is wrong, or the Idempotency-Key belongs to another request" },
  428: { description: "If-Match is missing" },
  429: {
    description: "Too many wrong credentials came from this address",
    headers: { "Retry-After": { required: true, schema: text } },
  },
  503: { description: "The store is away; nothing was published" },
  504: { description: "The change is not confirmed: the same request with the same key settles it" },
};

/** The replies with these statuses, each a problem detail, and what stands for any other. */
export function problemReplies(...statuses: (keyof typeof problems)[]): Record<string, ReplyObject | object> {
  const refer = (status: number | string) => [status, { $ref: `#/components/responses/${nameOf(status)}` }];
  return Object.fromEntries([...statuses, "default"].map(refer));
}

/** The same for a patch: one of another type is refused with the type that it must have. */
export function patchTypeReply(): ReplyObject {
  const description = "there where the body is of another type";
  const accepted = { required: false, description, schema: { const: mergePatchType } };
  return problemReply("The body is no merge patch, or compressed", {
    "Accept-Patch": accepted,
    ...acceptedCoding,
  });
}

/** Those replies, by their names. */
export const responses = Object.fromEntries([
  ...Object.entries(problems).map(([status, { description, headers }]) => [
    nameOf(status),
    problemReply(description, headers),
  ]),
  [nameOf("default"), problemReply("Anything else that went wrong")],
]);

function problemReply(description: string, headers: Record<string, object> = {}): ReplyObject {
  const content = { "application/problem+json": { schema: problemSchema } };
  return { description, headers: { ...noStore, ...headers }, content };
}

function nameOf(status: number | string): string {
  return STATUS_CODES[status]?.replaceAll(/\W/g, "") ?? "Problem";
}
