import { renameSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import type { Answer, Asked } from "../../support/network/http.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";
import { draftWith, noticeWith } from "../../support/texts/notices.ts";

const editor = sharedEditor();

/** A reply as the document describes it, and what it refers to. */
interface Described {
  $ref?: string;
  headers?: Record<string, { required?: boolean; schema: object }>;
  content?: Record<string, { schema: object }>;
}
interface Operation {
  operationId: string;
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, object> };
  responses: Record<string, Described>;
}

let document: {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Described>; schemas: Record<string, object> };
};
let ajv: Ajv2020;
let token = "";
/** That of a session, whose key nobody has. */
let cookie = "";
beforeAll(async () => {
  document = (await editor().ask({ url: "/api/openapi.json" })).json();
  ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "api");
  token = await editor().addToken("Deploys");
  ({ Cookie: cookie } = await editor().signIn());
});

/** Checks a value by a schema of the document, wherever in it that is. */
function faultsIn(schema: object, value: unknown): unknown {
  const validate = ajv.compile(
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')),
  );
  return validate(value) ? undefined : validate.errors;
}

/** A request that each operation answers as it should. */
const good: Record<string, (etag: string) => Asked> = {
  getNotice: () => ({}),
  replaceNotice: (etag) => ({
    headers: { "If-Match": etag },
    payload: JSON.stringify(noticeWith({ title: "x" })),
  }),
  changeNotice: () => ({ payload: '{"message":"Back at nine."}' }),
  validateNotice: () => ({ payload: JSON.stringify(noticeWith()) }),
  listRevisions: () => ({}),
  getRevision: () => ({}),
  rollBack: () => ({}),
  signIn: () => ({ payload: JSON.stringify({ secret: editor().secret() }) }),
  getSession: () => ({}),
  signOut: () => ({}),
  preview: () => ({ payload: JSON.stringify({ notice: noticeWith(), language: "de" }) }),
  listNodes: () => ({}),
  checkHealth: () => ({}),
  describeApi: () => ({}),
};

/** What turns such a request into one that is answered with a status; a preparation may be undone. */
type Turn = (asked: Asked, operationId: string) => Asked | { asked: Asked; undo(): void };
const withHeaders = (asked: Asked, headers: object): Asked => ({
  ...asked,
  headers: { ...asked.headers, ...headers },
});
const turns: Record<string, Turn> = {
  200: (asked) => asked,
  204: (asked) => asked,
  304: (asked) => withHeaders(asked, { "If-None-Match": "*" }),
  400: (asked) => ({ ...asked, url: `${asked.url}?token=bsn_0` }),
  401: (asked, id) =>
    id === "signIn"
      ? { ...asked, payload: '{"token":"bsn_0"}' }
      : withHeaders(asked, { Authorization: undefined, Cookie: cookie, "Sec-Fetch-Site": "same-origin" }),
  403: (asked) => withHeaders(asked, { "Sec-Fetch-Site": "cross-site" }),
  404: (asked) => ({ ...asked, url: asked.url?.replace("/1", "/999") ?? "" }),
  412: (asked) => withHeaders(asked, { "If-Match": '"1-00000000"' }),
  413: (asked) => ({ ...asked, payload: `{"title":"${"x".repeat(512 * 1024)}"}` }),
  415: (asked) => withHeaders(asked, { "Content-Type": "text/plain" }),
  421: (asked) => withHeaders(asked, { Host: "rebind.example" }),
  422: (asked, id) =>
    id === "rollBack"
      ? withHeaders(asked, { "Idempotency-Key": "taken" })
      : { ...asked, payload: id === "preview" ? '{"notice":{}}' : '{"status":1}' },
  428: (asked) => withHeaders(asked, { "If-Match": undefined }),
  429: (asked, id) =>
    id === "signIn"
      ? { ...asked, payload: '{"token":"bsn_0"}' }
      : withHeaders(asked, { Authorization: "Bearer bsn_0" }),
  503: (asked, id) => {
    const { database } = editor();
    renameSync(database, `${database}-away`);
    const undo = () => renameSync(`${database}-away`, database);
    return { asked: id === "signIn" ? { ...asked, payload: JSON.stringify({ token }) } : asked, undo };
  },
};

/** Each operation with each of its statuses but 504, which `tests/postgres` has. */
function* documented(): Generator<[method: string, path: string, operation: Operation, status: string]> {
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      for (const status of Object.keys(operation.responses))
        if (status !== "504" && status !== "default") yield [method, path, operation, status];
    }
  }
}

async function ask(method: string, path: string, operation: Operation, status: string): Promise<Answer> {
  const { operationId, requestBody } = operation;
  const etag = String((await editor().ask({ url: "/api/notice", headers: bearer() })).headers.etag);
  const [type] = Object.keys(requestBody?.content ?? {});
  const asked: Asked = {
    ...good[operationId]?.(etag),
    ...{ method: method.toUpperCase(), url: path.replace("{revision}", "1") },
  };
  const known = withHeaders(asked, { ...bearer(), ...(type && { "Content-Type": type }) });
  const turned = turns[status]?.(known, operationId) ?? known;
  const isPrepared = "undo" in turned;
  const { headers = {}, ...rest } = isPrepared ? turned.asked : turned;
  const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  const answer = await editor().ask({ ...rest, headers: given });
  if (isPrepared) turned.undo();
  return answer;
}

const bearer = () => ({ Authorization: `Bearer ${token}` });

/** How an answer differs from its description; empty if it does not. */
function differences({ headers, body }: Answer, described: Described): unknown[] {
  const found: unknown[] = [];
  for (const [name, { required, schema }] of Object.entries(described.headers ?? {})) {
    const value = single(headers, name);
    if (value === undefined && required) found.push(`${name} is missing`);
    if (value !== undefined) found.push(faultsIn(schema, value));
  }
  const type = headers["content-type"]?.split(";")[0];
  const content = described.content?.[type ?? ""];
  if (described.content && !content) found.push(`it is ${type}`);
  if (!described.content && body !== "") found.push(`it has a body: ${body}`);
  if (content) found.push(faultsIn(content.schema, type?.endsWith("json") ? JSON.parse(body) : body));
  return found.filter((fault) => fault !== undefined);
}

function single(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(", ") : value;
}

function resolve({ $ref, ...described }: Described): Described {
  const { responses } = document.components;
  return $ref === undefined ? described : (responses[$ref.replace("#/components/responses/", "")] ?? {});
}

describe("the description of the API", () => {
  it("is valid OpenAPI 3.1", async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    expect([valid, errors]).toEqual([true, undefined]);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it("has schemas that are valid and all used, the notice's among them", () => {
    const used = new Set(
      [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name),
    );
    expect(used).toEqual(new Set(Object.keys(document.components.schemas)));
    const notice = { $ref: "#/components/schemas/Notice" };
    expect(faultsIn(notice, draftWith().notice)).toBeUndefined();
    const half = noticeWith({ title: "One", message: "Two", translations: { de: { title: "Eins" } } });
    expect(faultsIn(notice, half)).toBeDefined();
  });

  it("has every route that there is, and no other", async () => {
    const token = bearer();
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
        const url = path.replace("{revision}", "1");
        const headers = { ...token, "If-Match": '"0"' };
        const { statusCode, body } = await editor().ask({ method, url, headers });
        expect([method, path, body.includes("PATH_UNKNOWN")]).toEqual([method, path, false]);
        expect([method, path, statusCode !== 405]).toEqual([
          method,
          path,
          method.toLowerCase() in operations,
        ]);
      }
    }
  });

  it("says of every documented reply what it is", async () => {
    await editor().ask({
      method: "PATCH",
      url: "/api/notice",
      headers: { ...bearer(), "Content-Type": "application/merge-patch+json", "Idempotency-Key": "taken" },
      payload: '{"title":"taken"}',
    });
    let count = 0;
    for (const [method, path, operation, status] of documented()) {
      if (status === "429")
        for (let n = 0; n < 10; n += 1)
          await editor().ask({ url: "/api/notice", headers: { Authorization: "Bearer bsn_0" } });
      const answer = await ask(method, path, operation, status);
      const described = operation.responses[answer.statusCode];
      const where = `${method} ${path} ${status}`;
      expect([where, String(answer.statusCode), answer.body]).toEqual([where, status, expect.anything()]);
      expect([where, described && differences(answer, resolve(described))]).toEqual([where, []]);
      // Those ten are forgotten.
      if (status === "429") editor().pass(61_000);
      count += 1;
    }
    expect(count).toBeGreaterThan(100);
  });
});
