import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { Validator } from "@seriousme/openapi-schema-validator";
import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { serverOptions } from "../../../../api/editor/options.ts";
import { exchange, type Reply } from "../../../support/network/http.ts";
import { askedIn, chatHere, obliging } from "../../../support/service/chat-here.ts";
import { type Described, type Description, resolve } from "../../../support/service/described.ts";
import { type SessionHeaders, sharedEditor } from "../../../support/service/editor-here.ts";
import { draftWith, noticeWith } from "../../../support/texts/notices.ts";
import { askFor, casesOf, formType, refusedBrief } from "./requests.ts";

const editor = sharedEditor(async (onFinished) => {
  const chat = await chatHere({ onFinished });
  chat.answer((response, sent, number) =>
    askedIn(sent).brief === refusedBrief ? response.writeHead(404).end() : obliging(response, sent, number),
  );
  return { proposals: chat.proposals };
});

let document: Description;
let ajv: Ajv2020;
const validators = new Map<string, ValidateFunction>();
let token = "";
let session: SessionHeaders;
let invitation = "";
beforeAll(async () => {
  document = (await editor().ask({ url: "/api/openapi.json" })).json();
  ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "api");
  token = await editor().addToken("Deploys");
  session = await editor().signIn();
  invitation = await editor().invite({ name: "invited" });
  await editor().addToken("invited");
});

/** Checks a value by a schema of the document, wherever in it that is. */
function faultsIn(schema: object, value: unknown): unknown {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/');
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text));
  validators.set(text, validate);
  return validate(value) ? undefined : validate.errors;
}

const bearer = () => ({ Authorization: `Bearer ${token}` });

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
      const { statusCode, body } = await askFor(wrong, editor(), {
        token,
        cookie: session.Cookie,
        session,
        invitation,
      });
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
      const answer = await askFor(one, editor(), {
        token,
        cookie: session.Cookie,
        session,
        invitation,
      });
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
