import { STATUS_CODES } from "node:http";
import { problemSchema } from "../../../schema/editor-api/problem.ts";
import { mergePatchType } from "../notice/media-type.ts";
import { etag, noStore, page, type ReplyObject, text } from "./replies.ts";

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
  403: { description: "The credential does not allow this, or the request comes from another site" },
  404: { description: "There is no such revision" },
  408: { description: "The request did not arrive in time" },
  409: { description: "The name is taken, or too many invitations are open" },
  412: {
    description: "Somebody else changed the notice first; nothing was published",
    headers: etag(false, "what the notice is now, unless it is damaged"),
  },
  413: { description: "The body is larger than 512 KiB" },
  415: { description: "The body is of another type, or compressed", headers: acceptedCoding },
  421: { description: "The editor is not asked for by its own name" },
  422: { description: "The document is wrong, or the Idempotency-Key belongs to another request" },
  428: { description: "If-Match is missing" },
  431: { description: "The headers are larger than 32 KiB" },
  429: {
    description: "Too many wrong credentials came from this address",
    headers: { "Retry-After": { required: true, schema: text } },
  },
  503: { description: "The store is away; nothing was published" },
  504: { description: "The change is not confirmed: the same request with the same key settles it" },
};

/** The statuses that any request may get, and those of requests that could not be read. */
const always = [400, 415];
const unread = [408, 431];

/**
 * The replies with these statuses, with those that any request may get, and the default for all others; each a problem
 * detail.
 */
export function problemReplies(...statuses: number[]): Record<string, ReplyObject | object> {
  const refer = (status: number | string) => [status, { $ref: `#/components/responses/${nameOf(status)}` }];
  return Object.fromEntries([...always, ...unread, ...statuses, "default"].map(refer));
}

/**
 * Those replies for a path that takes forms, too: in a browser's frame, an error is a page if the form could be read.
 */
export function problemOrPageReplies(...statuses: number[]): Record<string, ReplyObject | object> {
  const both = (status: number) => {
    const { description = "", headers } = problems[status] ?? {};
    const reply = replyObject(description, headers);
    return [status, { ...reply, content: { ...reply.content, ...page } }];
  };
  return { ...problemReplies(...statuses), ...Object.fromEntries([...always, ...statuses].map(both)) };
}

/** The reply to a patch of another type, which names the type that it must have. */
export function patchTypeReply(): ReplyObject {
  const description = "there where the body is of another type";
  const accepted = { required: false, description, schema: { const: mergePatchType } };
  return replyObject("The body is no merge patch, or compressed", {
    "Accept-Patch": accepted,
    ...acceptedCoding,
  });
}

/** The reply to a request that a model did not fulfil. */
export function modelReply(): ReplyObject {
  return replyObject(
    "The chat model failed, or what it gave cannot be used, even after it was told why; every request to it counts",
  );
}

/** The reply to a request that there may be too many of. */
export function limitReply(): ReplyObject {
  const description =
    "Too many wrong credentials came from this address, or the day's requests to the models are used up";
  return replyObject(description, problems[429]?.headers);
}

/** The replies by name, with those to a method that a path does not have. */
export const responses = Object.fromEntries([
  [
    nameOf(405),
    replyObject("The path has other methods", {
      Allow: { required: true, description: "those that it has", schema: text },
    }),
  ],
  ...Object.entries(problems).map(([status, { description, headers }]) => [
    nameOf(status),
    replyObject(description, headers),
  ]),
  [nameOf("default"), replyObject("Anything else that went wrong")],
]);

function replyObject(description: string, headers: Record<string, object> = {}): ReplyObject {
  const content = { "application/problem+json": { schema: problemSchema } };
  return { description, headers: { ...noStore, ...headers }, content };
}

function nameOf(status: number | string): string {
  return STATUS_CODES[status]?.replaceAll(/\W/g, "") ?? "Problem";
}
