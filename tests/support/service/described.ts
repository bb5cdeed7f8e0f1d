import type { Asked, Reply } from "../network/http.ts";

/** A reply as `/api/openapi.json` describes it. */
export interface Described {
  headers?: Record<string, { required?: boolean; schema: object }>;
  content?: Record<string, { schema: object }>;
}

export interface Operation {
  operationId: string;
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, object> };
  responses: Record<string, Described>;
}

export interface Description {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

/** How an operation describes its reply with a status: every error has one description. */
export function describedReply({ responses }: Operation, status: number): Described | undefined {
  return status < 400 ? responses[status] : responses.default;
}

/** What the guard says to whoever asks for nothing that there is. */
const refusals = [400, 403, 421, 431];

/** Why an answer of the editor's is not among those that it describes; undefined if it is, or is none of its API. */
export function undescribed(
  description: Description,
  { method = "GET", url = "/" }: Asked,
  answer: Reply,
): string | undefined {
  const { statusCode, headers, body } = answer;
  const type = headers["content-type"]?.split(";")[0] ?? "";
  const said = `The description of the API does not name this answer to ${method} ${url}: ${statusCode} ${type} ${body.slice(0, 200)}`;
  const asRouted = url.replaceAll(/%[0-7][0-9a-f]/gi, decodeURI);
  const isOf = (path: string) =>
    new RegExp(`^${path.replace("{revision}", "[1-9]\\d{0,15}")}(?:[?#]|$)`).test(asRouted);
  const [, operations] = Object.entries(description.paths).find(([path]) => isOf(path)) ?? [];
  if (!operations)
    return /^\/api\//.test(asRouted) && ![404, ...refusals].includes(statusCode) ? said : undefined;
  const operation = operations[method.toLowerCase()] ?? (method === "HEAD" ? operations.get : undefined);
  if (!operation) return [405, ...refusals].includes(statusCode) ? undefined : said;
  const described = describedReply(operation, statusCode);
  if (!described) return said;
  const { content } = described;
  return (content ? type in content : body === "") ? undefined : said;
}
