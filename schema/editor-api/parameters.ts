// The parameters of the write API, as OpenAPI has them. @see https://spec.openapis.org/oas/v3.1.1#parameter-object

const revisionNumber = { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;

/** A parameter of the query. A route refuses those that it does not list. */
export const dryRun = {
  name: "dry-run",
  in: "query",
  description: "true: say what would happen, and change nothing",
  schema: { type: "boolean", default: false },
} as const;

export const before = {
  name: "before",
  in: "query",
  description: "only revisions before this number",
  schema: revisionNumber,
} as const;

export const limit = {
  name: "limit",
  in: "query",
  description: "how many at most",
  schema: { type: "integer", minimum: 1, maximum: 100, default: 20 },
} as const;

export const revision = {
  name: "revision",
  in: "path",
  required: true,
  description: "the number of a revision",
  schema: revisionNumber,
} as const;

export const ifMatch = {
  name: "If-Match",
  in: "header",
  description:
    "the ETag of the notice that the change is made on top of, or several with commas, or * for whatever is there; weak ones match nothing",
  schema: { type: "string" },
} as const;

export const ifNoneMatch = {
  name: "If-None-Match",
  in: "header",
  description: "the ETag of what the client has: 304 if it is still that",
  schema: { type: "string" },
} as const;

export const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "a text of your own, such as a UUID, that makes a retry of a change safe: if the first one made a revision, the retry gets that",
  schema: { type: "string", pattern: "^[!-~]{1,255}$" },
} as const;

export type QueryParameter = typeof dryRun | typeof before | typeof limit;
type Header = typeof ifMatch | typeof ifNoneMatch | typeof idempotencyKey;
export type Parameter = QueryParameter | typeof revision | (Header & { required?: true });
