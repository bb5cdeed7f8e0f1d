import { once } from "node:events";
import { renameSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { serverOptions } from "../../../../api/editor/options.ts";
import { switchFolder } from "../../../support/folder.ts";
import { type Asked, exchange, type Reply } from "../../../support/network/http.ts";
import { askedIn, chatHere, obliging } from "../../../support/service/chat-here.ts";
import {
  type Described,
  type Description,
  type Operation,
  resolve,
} from "../../../support/service/described.ts";
import { type EditorHere, type SessionHeaders, sharedEditor } from "../../../support/service/editor-here.ts";
import { draftWith, noticeWith } from "../../../support/texts/notices.ts";

/** What has no body to send: that of a request is never read. */
const looks =
  "getNotice listRevisions getRevision getSession listNodes getApp getSwitch getUsage checkHealth describeApi".split(
    " ",
  );
/** The type of a form that a browser sends into a frame. */
const formType = "multipart/form-data";
const boundary = "----a-boundary-has-at-least-27-characters";
const inForm = (text = "") =>
  `--${boundary}\r\nContent-Disposition: form-data; name="preview"\r\n\r\n${text}\r\n--${boundary}--\r\n`;

/** The brief of which the chat model wants to know nothing. */
const refusedTitle = "refused";
const toGerman = (title: string) => JSON.stringify({ words: { title }, to: "de" });
/** A request that each operation answers as it should. */
const good: Record<string, (editor: EditorHere) => Asked | Promise<Asked>> = {
  getNotice: () => ({}),
  replaceNotice: () => ({
    headers: { "If-Match": "*" },
    payload: JSON.stringify(noticeWith({ title: "x" })),
  }),
  changeNotice: () => ({ payload: '{"message":"Back at nine."}' }),
  validateNotice: () => ({ payload: JSON.stringify(noticeWith()) }),
  listRevisions: () => ({}),
  getRevision: () => ({}),
  rollBack: () => ({}),
  signIn: async (editor) => ({ payload: JSON.stringify({ secret: await editor.secret() }) }),
  getSession: () => ({}),
  signOut: () => ({}),
  preview: () => ({ payload: JSON.stringify({ notice: noticeWith(), language: "de" }) }),
  listNodes: () => ({}),
  getApp: () => ({}),
  getSwitch: () => ({}),
  turnSwitch: () => ({
    headers: { "If-Match": "*" },
    payload: JSON.stringify({ on: true, change: { message: "Back at ten." } }),
  }),
  propose: () => ({ payload: toGerman("Moving") }),
  getUsage: () => ({}),
  makeLink: () => ({ payload: '{"name":"somebody"}' }),
  checkHealth: () => ({}),
  describeApi: () => ({}),
};

interface Credentials {
  token: string;
  /** That of a session, whose key nobody has. */
  cookie: string;
  /** What comes with a request of somebody who signed in with a link. */
  session: SessionHeaders;
}

/** Bodies with an invalid notice. */
const invalid: Record<string, string> = {
  preview: '{"notice":{}}',
  turnSwitch: '{"on":true,"change":{"status":1}}',
};

/** What turns such a request into one that is answered with a status; a preparation may be undone. */
type Turn = (
  asked: Asked,
  operationId: string,
  credentials: Credentials,
  editor: EditorHere,
) => Asked | { asked: Asked; undo(): void };
const withHeaders = (asked: Asked, headers: object): Asked => ({
  ...asked,
  headers: { ...asked.headers, ...headers },
});
const turns: Record<string, Turn> = {
  200: (asked) => asked,
  204: (asked) => asked,
  304: (asked) => withHeaders(asked, { "If-None-Match": "*" }),
  400: (asked) => ({ ...asked, url: `${asked.url}?token=bsn_0` }),
  401: (asked, id, { cookie }) => {
    if (id === "signIn") return { ...asked, payload: '{"token":"bsn_0"}' };
    // Nobody needs a credential for the description, and a wrong one is refused.
    if (id === "describeApi") return withHeaders(asked, { Authorization: "Bearer bsn_0" });
    const noKey = { Authorization: undefined, "Session-Key": undefined };
    return withHeaders(asked, { ...noKey, Cookie: cookie, "Sec-Fetch-Site": "same-origin" });
  },
  403: (asked) => withHeaders(asked, { "Sec-Fetch-Site": "cross-site" }),
  404: (asked) => ({ ...asked, url: asked.url?.replace("/1", "/999") ?? "" }),
  412: (asked) => withHeaders(asked, { "If-Match": '"1-00000000"' }),
  413: (asked) => {
    const payload = `{"title":"${"x".repeat(512 * 1024)}"}`;
    const type = asked.headers?.["Content-Type"] ?? "application/json";
    return { ...withHeaders(asked, { "Content-Type": type }), payload };
  },
  415: (asked, id) => {
    const isForm = String(asked.headers?.["Content-Type"]).startsWith(formType);
    const wrong =
      isForm || looks.includes(id) ? { "Content-Encoding": "gzip" } : { "Content-Type": "text/plain" };
    const payload = asked.payload ?? "{}";
    return { ...withHeaders(asked, wrong), payload };
  },
  421: (asked) => withHeaders(asked, { Host: "rebind.example" }),
  422: (asked, id) =>
    id === "rollBack"
      ? withHeaders(asked, { "Idempotency-Key": "taken" })
      : { ...asked, payload: invalid[id] ?? '{"status":1}' },
  428: (asked) => withHeaders(asked, { "If-Match": undefined }),
  429: (asked, id) =>
    id === "signIn"
      ? { ...asked, payload: '{"token":"bsn_0"}' }
      : withHeaders(asked, { Authorization: "Bearer bsn_0" }),
  431: (asked) => withHeaders(asked, { "X-Large": "x".repeat(33 * 1024) }),
  502: (asked) => ({ ...asked, payload: toGerman(refusedTitle) }),
  503: (asked, id, { token, session }, { database }) => {
    renameSync(database, `${database}-away`);
    const undo = () => renameSync(`${database}-away`, database);
    if (id === "signOut")
      return { asked: withHeaders(asked, { ...session, "Sec-Fetch-Site": "same-origin" }), undo };
    return { asked: id === "signIn" ? { ...asked, payload: JSON.stringify({ token }) } : asked, undo };
  },
};

interface Case {
  method: string;
  path: string;
  operation: Operation;
  status: string;
  /** The type of what is sent. */
  type: string | undefined;
}

/**
 * Each operation with each type that it takes and each of its statuses, but 504, which `tests/postgres` has, and 408,
 * for which nobody waits here.
 */
function* casesOf({ paths }: Description): Generator<Case> {
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const types = Object.keys(operation.requestBody?.content ?? {});
      for (const status of Object.keys(operation.responses))
        for (const type of types.length === 0 ? [undefined] : types)
          if (!["408", "504", "default"].includes(status)) yield { method, path, operation, status, type };
    }
  }
}

/** Asks so that the answer has the status of a case. */
async function askFor(
  { method, path, operation: { operationId }, status, type }: Case,
  editor: EditorHere,
  credentials: Credentials,
): Promise<Reply> {
  const bearer = { Authorization: `Bearer ${credentials.token}` };
  const asked: Asked = {
    ...(await good[operationId]?.(editor)),
    method: method.toUpperCase(),
    url: path.replace("{revision}", "1"),
  };
  const isForm = type === formType;
  const ofType = type && { "Content-Type": isForm ? `${type}; boundary=${boundary}` : type };
  const own = { "Sec-Fetch-Site": "same-origin", ...credentials.session };
  const known = withHeaders(asked, { ...(operationId === "makeLink" ? own : bearer), ...ofType });
  const turned = turns[status]?.(known, operationId, credentials, editor) ?? known;
  const prepared = "undo" in turned ? turned : { asked: turned, undo: () => {} };
  const { headers = {}, payload, ...rest } = prepared.asked;
  const body = isForm ? inForm(payload) : payload;
  const length = body !== undefined && { "Content-Length": Buffer.byteLength(body) };
  const given = Object.entries({ ...headers, ...length }).filter(([, value]) => value !== undefined);
  const answer = await editor.ask({
    ...rest,
    headers: Object.fromEntries(given),
    ...(body !== undefined && { payload: body }),
  });
  prepared.undo();
  return answer;
}

const editor = sharedEditor(async (onFinished) => {
  const chat = await chatHere({ onFinished });
  chat.answer((response, sent, number) =>
    askedIn(sent).title === refusedTitle ? response.writeHead(404).end() : obliging(response, sent, number),
  );
  return { proposals: chat.proposals, switch: join(switchFolder(onFinished), "on") };
});

let document: Description;
let ajv: Ajv2020;
const validators = new Map<string, ValidateFunction>();
let credentials: Credentials;
beforeAll(async () => {
  document = (await editor().ask({ url: "/api/openapi.json" })).json();
  ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "api");
  const session = await editor().signIn();
  credentials = { token: await editor().addToken("Deploys"), cookie: session.Cookie, session };
});

/** Checks a value by a schema of the document, wherever in it that is. */
function faultsIn(schema: object, value: unknown): unknown {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/');
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text));
  validators.set(text, validate);
  return validate(value) ? undefined : validate.errors;
}

const bearer = () => ({ Authorization: `Bearer ${credentials.token}` });

/** How an answer differs from its description; empty if it does not. */
function differences({ headers, body }: Reply, described: Described): unknown[] {
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

  it("has every route that there is, and no other, and what is answered to another method", async () => {
    const headers = { ...bearer(), "If-Match": '"0"' };
    const notAllowed = document.components.responses[405] ?? {};
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE"]) {
        const url = path.replace("{revision}", "1");
        const answer = await editor().ask({ method, url, headers });
        const { statusCode, body } = answer;
        expect([method, path, body.includes("PATH_UNKNOWN")]).toEqual([method, path, false]);
        const has = method.toLowerCase() in operations;
        expect([method, path, statusCode !== 405]).toEqual([method, path, has]);
        if (!has) expect([method, path, differences(answer, notAllowed)]).toEqual([method, path, []]);
      }
    }
  });

  it("says what is answered to a request that does not arrive in time", async () => {
    // As Node says so of the connection, after seconds that nobody waits for here.
    const late = Object.assign(new Error(), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    const { clientErrorHandler } = serverOptions({ serve: vi.fn(), trustedProxies: [] });
    const server = createServer((socket) => clientErrorHandler?.(late as never, socket)).listen(
      0,
      "127.0.0.1",
    );
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const [head = "", body = ""] = (await exchange(`http://127.0.0.1:${port}`, "")).split("\r\n\r\n");
    server.close();
    expect(head).toMatch(/^HTTP\/1\.1 408 .*\r\ncache-control: no-store\r\n/s);
    const described = document.components.responses[408]?.content?.["application/problem+json"];
    expect(faultsIn(described?.schema ?? {}, JSON.parse(body))).toBeUndefined();
    for (const operations of Object.values(document.paths))
      for (const { responses } of Object.values(operations)) expect(responses).toHaveProperty("408");
  });

  it("has every parameter that a route takes", async () => {
    const refused: string[] = [];
    for (const one of casesOf(document)) {
      if (one.status !== "200") continue;
      const wrong = { ...one, path: `${one.path}?dryrun=true` };
      const { statusCode, body } = await askFor(wrong, editor(), credentials);
      if (statusCode === 400 && /There is no parameter .*dryrun/.test(body))
        refused.push(one.operation.operationId);
    }
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const ids = operations.map(({ operationId }) => operationId);
    // Probes may add what they like, and signing in and out does not depend on it.
    const others = ids.filter((id) => !["checkHealth", "signIn", "signOut"].includes(id));
    expect([...new Set(refused)]).toEqual(others);
  });

  it("says of every documented reply what it is", async () => {
    await editor().ask({
      method: "PATCH",
      url: "/api/notice",
      headers: { ...bearer(), "Content-Type": "application/merge-patch+json", "Idempotency-Key": "taken" },
      payload: '{"title":"taken"}',
    });
    let count = 0;
    for (const one of casesOf(document)) {
      const { method, path, operation, status, type } = one;
      if (status === "429")
        for (let n = 0; n < 10; n += 1)
          await editor().ask({ url: "/api/notice", headers: { Authorization: "Bearer bsn_0" } });
      const answer = await askFor(one, editor(), credentials);
      const described = operation.responses[answer.statusCode];
      const where = `${method} ${path} ${status} ${type}`;
      if (type === formType && status !== "431")
        expect(answer.headers["content-type"]).toMatch(/^text\/html/);
      expect([where, String(answer.statusCode), answer.body]).toEqual([where, status, expect.anything()]);
      expect([where, described && differences(answer, resolve(document, described))]).toEqual([where, []]);
      // Those ten are forgotten.
      if (status === "429") editor().pass(61_000);
      count += 1;
    }
    expect(count).toBeGreaterThan(140);
  });
});
