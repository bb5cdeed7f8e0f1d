import type { FastifyInstance, onRequestAsyncHookHandler } from "fastify";
import type { Parameter, QueryParameter } from "../../schema/editor-api/parameters.ts";
import { etagSchema } from "../../schema/editor-api/parts.ts";
import { problemSchema } from "../../schema/editor-api/problem.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { showValue } from "../../schema/text/text.ts";

export interface Operation {
  operationId: string;
  summary: string;
  /** Absent if any credential will do. */
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { required: true; content: Record<string, { schema: object }> };
  /** Its replies by status; errors are all alike unless it has another `default`. */
  responses: Record<number, ReplyObject> & { default?: ReplyObject };
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Absent if the route is not part of the API. */
    openapi?: Operation;
  }
}

export const open: object[] = [];
/** The security of requests that need a sign-in; on loopback, also its key. */
export const bySignIn: object[] = [{ session: [] }, { session: [], key: [] }];

/** The options of a route: its description, and the check before its body is read. */
export function described(onRequest: onRequestAsyncHookHandler | [], openapi: Operation) {
  return { onRequest, config: { openapi } };
}

export function bodyOf(schema: object, type = "application/json"): NonNullable<Operation["requestBody"]> {
  return { required: true, content: { [type]: { schema } } };
}

export type Paths = Record<string, Record<string, object>>;

export function collectOperations(app: FastifyInstance): Paths {
  const paths: Paths = {};
  app.addHook("onRoute", ({ method, url, config }) => {
    if (!config?.openapi || method === "HEAD") return;
    const path = url.replace(/:(\w+)\([^)]*\)/, "{$1}");
    const { responses, ...operation } = config.openapi;
    const described = { ...operation, responses: { default: problem, ...responses } };
    paths[path] = { ...paths[path], [String(method).toLowerCase()]: described };
  });
  return paths;
}

/** Reads the query of each request by the parameters of its route. */
export function readQueries(app: FastifyInstance): void {
  app.addHook("preHandler", async (request) => {
    const { openapi } = request.routeOptions.config;
    if (openapi) request.query = readQuery(request.query, openapi.parameters);
  });
}

/**
 * The values of a query's parameters by name, with their defaults. An unknown name is refused, so that a misspelt
 * `dry-run` changes nothing.
 * @throws NoticeError REQUEST_INVALID
 */
function readQuery(query: unknown, parameters: Parameter[] = []): Record<string, unknown> {
  const known = parameters.filter((parameter) => parameter.in === "query");
  const found: Record<string, unknown> = {};
  for (const { name, schema } of known) if ("default" in schema) found[name] = schema.default;
  for (const [name, value] of Object.entries(Object(query))) {
    const parameter = known.find((one) => one.name === name);
    if (!parameter) throw invalid(`There is no parameter ${showValue(name)} here`, wayOutFrom(known));
    found[name] = readValue(parameter, value);
  }
  return found;
}

function wayOutFrom(known: QueryParameter[]): string {
  const names = known.map(({ name }) => name).join(" or ");
  return names === "" ? "leave it out" : `leave it out, or write ${names}`;
}

function readValue({ name, schema }: QueryParameter, value: unknown): number | boolean {
  const said = `${name} is ${showValue(value)}`;
  if (schema.type === "boolean") {
    if (value !== "true" && value !== "false") throw invalid(said, "write true or false");
    return value === "true";
  }
  const number = Number(value);
  const { minimum, maximum } = schema;
  if (!/^\d+$/.test(String(value)) || number < minimum || number > maximum)
    throw invalid(said, `write a whole number from ${minimum} to ${maximum}`);
  return number;
}

function invalid(what: string, wayOut: string): NoticeError {
  return new NoticeError("REQUEST_INVALID", { reason: `${what}: ${wayOut}.` });
}

interface ReplyObject {
  description: string;
  headers?: Record<string, object>;
  content?: Record<string, { schema: object }>;
}

export const page = { "text/html": { schema: { type: "string" } } };

export const currentTag = {
  ETag: { required: true, description: "the tag of the current revision", schema: etagSchema },
};

export function jsonReply(
  description: string,
  schema: object,
  headers?: Record<string, object>,
): ReplyObject {
  return { description, ...(headers && { headers }), content: { "application/json": { schema } } };
}

export const problem: ReplyObject = {
  description: "Any error",
  content: { "application/problem+json": { schema: problemSchema } },
};
