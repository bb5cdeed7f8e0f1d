import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { serverOptions } from "../../../api/editor/options.ts";
import { switchFolder } from "../../support/folder.ts";
import { type Asked, exchange, type Reply } from "../../support/network/http.ts";
import { takeConnections } from "../../support/network/servers.ts";
import { chatHere } from "../../support/service/chat-here.ts";
import {
  bearer,
  type Described,
  type Description,
  describedReply,
  editHere,
  sharedEditor,
} from "../../support/service/editor-here.ts";
import { draftWith, noticeWith } from "../../support/texts/notices.ts";

/** The type of a form that a browser sends into a frame. */
const formType = "multipart/form-data";
const boundary = "----a-boundary-has-at-least-27-characters";
const inForm = (text = "") =>
  `--${boundary}\r\nContent-Disposition: form-data; name="preview"\r\n\r\n${text}\r\n--${boundary}--\r\n`;

const json = (body: unknown): Asked => ({ payload: JSON.stringify(body) });
const any = { "If-Match": "*" };
/** A valid request for each operation. */
const good = (): Record<string, Asked> => ({
  ...{ getNotice: {}, listRevisions: {}, getRevision: {}, rollBack: {}, getSession: {}, signOut: {} },
  ...{ listNodes: {}, getApp: {}, getSwitch: {}, getUsage: {}, checkHealth: {}, describeApi: {} },
  replaceNotice: { headers: any, ...json(noticeWith({ title: "x" })) },
  changeNotice: json({ message: "Back at nine." }),
  validateNotice: json(noticeWith()),
  signIn: json({ token }),
  preview: json({ notice: noticeWith(), language: "de" }),
  turnSwitch: { headers: any, ...json({ on: true, change: { message: "Back at ten." } }) },
  propose: json({ words: { title: "Moving" }, to: "de" }),
  makeLink: json({ name: "somebody" }),
});

/** Each operation with each of its replies and types of the request body. */
function* casesOf({ paths }: Description) {
  for (const [path, operations] of Object.entries(paths))
    for (const [method, operation] of Object.entries(operations))
      for (const status of Object.keys(operation.responses))
        for (const type of Object.keys(operation.requestBody?.content ?? { "": "" }))
          yield { method, path, operation, status, type };
}
type Case = ReturnType<typeof casesOf> extends Generator<infer Each> ? Each : never;

/** Sends a request whose reply should have the status of the case. */
async function askFor({ method, path, operation: { operationId }, status, type }: Case): Promise<Reply> {
  const { payload, headers } = good()[operationId] ?? {};
  const isForm = type === formType;
  const body = isForm ? inForm(payload) : payload;
  return editor().ask({
    method: method.toUpperCase(),
    // A token in the URL makes every request invalid.
    url: path.replace("{revision}", "1") + (status === "default" ? "?token=bsn_0" : ""),
    headers: {
      ...(operationId === "makeLink" ? { "Sec-Fetch-Site": "same-origin", ...session } : bearer(token)),
      ...(type && { "Content-Type": isForm ? `${type}; boundary=${boundary}` : type }),
      ...headers,
      ...(status === "304" && { "If-None-Match": "*" }),
    },
    ...(body !== undefined && { payload: body }),
  });
}

const editor = sharedEditor(async (onFinished) => {
  const { proposals } = await chatHere({ onFinished });
  return { proposals, switch: join(switchFolder(onFinished), "on") };
});

let document: Description;
const ids = () =>
  Object.values(document.paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
let ajv: Ajv2020;
const validators = new Map<string, ValidateFunction>();
let [token, session] = ["", {}];
beforeAll(async () => {
  document = (await editor().ask({ url: "/api/openapi.json" })).json();
  ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "api");
  session = await editor().signIn();
  token = await editor().addToken("Deploys");
});

/** The faults of a value by a schema of the document. */
function faultsIn(schema: object, value: unknown): unknown {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/');
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text));
  validators.set(text, validate);
  return validate(value) ? undefined : validate.errors;
}

/** The differences between a reply and its description. */
function differences({ headers, body }: Reply, described: Described): unknown[] {
  const found: unknown[] = [];
  for (const [name, { required, schema }] of Object.entries(described.headers ?? {})) {
    const value = headers[name.toLowerCase()]?.toString();
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

describe("The OpenAPI description", () => {
  it("is valid OpenAPI 3.1", async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    expect([valid, errors]).toEqual([true, undefined]);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it("has only schemas that are valid and used", () => {
    const used = JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g);
    const names = Object.keys(document.components.schemas);
    expect(new Set(Array.from(used, ([, name]) => name))).toEqual(new Set(names));
    const notice = { $ref: "#/components/schemas/Notice" };
    expect(faultsIn(notice, draftWith().notice)).toBeUndefined();
    const half = noticeWith({ title: "One", message: "Two", translations: { de: { title: "Eins" } } });
    expect(faultsIn(notice, half)).toBeDefined();
  });

  it("has every method of its paths, and no other", async () => {
    expect(ids().sort()).toEqual(Object.keys(good()).sort());
    for (const [path, described] of Object.entries(document.paths)) {
      const url = path.replace("{revision}", "1");
      const { headers, statusCode } = await editor().ask({ method: "TRACE", url });
      const methods = Object.keys(described).flatMap((name) => (name === "get" ? ["GET", "HEAD"] : name));
      const has = methods.map((name) => name.toUpperCase()).sort();
      expect([path, statusCode, headers.allow?.split(", ").sort()]).toEqual([path, 405, has]);
    }
  });

  it("describes the reply to a request that arrives too late", async () => {
    // Node reports this error after a time-out.
    const late = Object.assign(new Error(), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    const { clientErrorHandler } = serverOptions({ serve: vi.fn(), trustedProxies: [] });
    const { port } = await takeConnections((socket) => clientErrorHandler?.(late as never, socket));
    const [head = "", body = ""] = (await exchange(`http://127.0.0.1:${port}`, "")).split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 408 .*\r\ncache-control: no-store\r\n/s);
    expect(faultsIn({ $ref: "#/components/schemas/Problem" }, JSON.parse(body))).toBeUndefined();
  });

  it("has every parameter of a route", async () => {
    const refused = new Set<string>();
    for (const one of casesOf(document)) {
      if (one.status !== "200") continue;
      const { statusCode, body } = await askFor({ ...one, path: `${one.path}?dryrun=true` });
      if (statusCode === 400 && /There is no parameter .*dryrun/.test(body))
        refused.add(one.operation.operationId);
    }
    // These operations accept any parameter.
    const others = ids().filter((id) => !["checkHealth", "signIn", "signOut"].includes(id));
    expect([...refused]).toEqual(others);
  });

  it("describes every reply as the editor sends it", async () => {
    for (const one of casesOf(document)) {
      const { method, path, operation, status, type } = one;
      const reply = await askFor(one);
      const where = `${method} ${path} ${status} ${type}`;
      expect([where, String(reply.statusCode)]).toEqual([where, status === "default" ? "400" : status]);
      if (type === formType) expect(reply.headers["content-type"]).toMatch(/^text\/html/);
      const described = describedReply(operation, reply.statusCode);
      expect([where, described && differences(reply, described)]).toEqual([where, []]);
    }
  });
});

/** The words of a command as a shell reads them, which knows $TOKEN. */
function wordsOf(line: string, token: string): string[] {
  const words = line.replaceAll("\\\n", " ").matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g);
  return [...words].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_all, literal, quoted = "") =>
      literal === undefined ? quoted.replaceAll("$TOKEN", token) : literal,
    ),
  );
}

/** The request that curl would send. */
function readCurl([program, ...words]: string[]): Asked {
  expect(program).toBe("curl");
  const asked: Asked & { headers: Record<string, string> } = { headers: {} };
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word.startsWith("http")) asked.url = word.replace(/^\w+:\/\/[^/]+/, "");
    else if (word === "-X") asked.method = words.shift() ?? "";
    else if (word === "-d") asked.payload = words.shift() ?? "";
    else if (word === "-H") {
      const [name = "", value = ""] = words.shift()?.split(/: (.*)/) ?? [];
      asked.headers[name] = value;
    } else if (word !== "-i") throw new Error(`This test does not know an option of an example: ${word}`);
  }
  return asked;
}

/** A body without times. */
const timeless = (body: string) =>
  JSON.parse(body, (name, value) => (["createdAt", "since"].includes(name) ? "…" : value));

it("The API answers every example in docs/api.md as the document says", async () => {
  const here = await editHere({ switch: join(switchFolder(), "on") });
  const token = await here.addToken("deploy");
  const pairs = /```sh\n(curl [^`]*)```\n\n```http\n([^`]*)```/g;
  const examples = [...readFileSync("docs/api.md", "utf8").matchAll(pairs)];
  expect(examples).toHaveLength(10);
  for (const [, curl = "", http = ""] of examples) {
    const reply = await here.ask(readCurl(wordsOf(curl, token)));
    const [head = "", body = ""] = http.split("\n\n");
    const [line = "", ...headers] = head.trim().split("\n");
    const names = headers.map((header) => header.replace(/:.*/, ""));
    const given = names.map((name) => `${name}: ${reply.headers[name.toLowerCase()]}`);
    const documented = [curl, Number(line.split(" ")[1]), headers, timeless(body)];
    expect([curl, reply.statusCode, given, timeless(reply.body)]).toEqual(documented);
  }
});
