import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { defaults } from "../../../schema/notice/defaults.ts";
import { switchFolder } from "../../support/folder.ts";
import type { Reply } from "../../support/network/http.ts";
import { chatHere } from "../../support/service/chat-here.ts";
import { type SessionHeaders, sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor(async (onFinished) => ({
  folder: undefined,
  proposals: (await chatHere({ onFinished })).proposals,
  switch: join(switchFolder(onFinished), "on"),
}));
const json = "application/json";

/** A valid request for every operation that is not a read, except sign-in and sign-out. */
const requests = {
  "put /api/notice": { type: json, body: { ...defaults, title: "Put" }, needs: "write" },
  "patch /api/notice": { type: "application/merge-patch+json", body: { title: "Patched" }, needs: "write" },
  "post /api/notice/validate": { type: json, body: defaults, needs: "read" },
  "put /api/switch": { type: json, body: { on: true, change: { title: "Off" } }, needs: "write" },
  "post /api/revisions/{revision}/rollback": { type: undefined, body: undefined, needs: "write" },
  "post /api/links": { type: json, body: { name: "new" }, needs: "shell" },
  "post /api/proposals": { type: json, body: { words: { title: "Moving" }, to: "de" }, needs: "write" },
  "post /preview": { type: json, body: { notice: defaults }, needs: "read" },
};
type Name = keyof typeof requests;
const names = Object.keys(requests) as Name[];
const writing = names.filter((name) => requests[name].needs === "write");

function send(name: Name, headers: Record<string, string>, query = ""): Promise<Reply> {
  const { type, body } = requests[name];
  const [method = "", path = ""] = name.split(" ");
  const payload = body === undefined ? "" : JSON.stringify(body);
  const always = { "If-Match": "*", "Content-Length": String(Buffer.byteLength(payload)) };
  return editor().ask({
    method: method.toUpperCase(),
    url: path.replace("{revision}", "1") + query,
    payload,
    headers: { ...always, ...(type && { "Content-Type": type }), ...headers },
  });
}

/** The status and code of a refusal, and the number of the latest revision. */
async function refusal(answer: Promise<Reply>): Promise<[number, string, number]> {
  const { statusCode, body } = await answer;
  return [statusCode, JSON.parse(body).code, (await editor().backend.latestNumber()) ?? 0];
}

const own = { "Sec-Fetch-Site": "same-origin" };
let session: SessionHeaders;
let other: SessionHeaders;
const tokens = { read: "", gone: "", late: "" };
beforeAll(async () => {
  session = await editor().signIn();
  other = await editor().signIn();
  for (const name of ["read", "gone", "late"] as const) {
    const lifetimeMs = name === "late" ? -1 : undefined;
    tokens[name] = await editor().addToken(name, name === "read" ? "read" : "write", lifetimeMs);
  }
  await editor().revokeToken("gone");
});

it("These tests know every writing operation of the editor", async () => {
  const { paths } = (await editor().ask({ url: "/api/openapi.json" })).json();
  const documented = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => ["put", "post", "patch", "delete"].includes(method) && path !== "/api/session")
      .map((method) => `${method} ${path}`),
  );
  expect(documented.sort()).toEqual([...names].sort());
});

describe.each(names)("%s", (name) => {
  it.each([
    ["another site", { "Sec-Fetch-Site": "cross-site", Origin: "http://evil.example" }],
    ["an older browser at another port", { Origin: "http://127.0.0.1:3000" }],
    ["a client that sends no origin", {}],
  ])("is refused with a session from %s", async (_from, headers) => {
    expect(await refusal(send(name, { ...session, ...headers }))).toEqual([403, "ORIGIN_FOREIGN", 1]);
  });

  it.each([
    ["no key", () => ({})],
    ["another session's key", () => ({ "Session-Key": other["Session-Key"] ?? "" })],
    ["the cookie's value", () => ({ "Session-Key": session.Cookie.split("=")[1] ?? "" })],
  ])("is refused with the cookie and %s before its body is read", async (_name, key) => {
    const headers = { ...own, Cookie: session.Cookie, "Content-Type": "text/plain", ...key() };
    expect(await refusal(send(name, headers))).toEqual([401, "SESSION_LOCKED", 1]);
  });

  it("is refused without a valid credential before its body is read", async () => {
    const bearing = (token: string) => ({ Authorization: `Bearer ${token}`, "Content-Type": "text/plain" });
    expect(await refusal(send(name, own))).toEqual([401, "CREDENTIAL_MISSING", 1]);
    expect(await refusal(send(name, bearing(tokens.gone)))).toEqual([401, "TOKEN_WRONG", 1]);
    expect(await refusal(send(name, bearing(tokens.late)))).toEqual([401, "TOKEN_WRONG", 1]);
    editor().pass(60_000);
  });
});

it.each(writing)("%s is refused with a token that may only read", async (name) => {
  const headers = { Authorization: `Bearer ${tokens.read}` };
  const answer = await send(name, headers);
  expect(answer.headers["www-authenticate"]).toContain("insufficient_scope");
  expect(await refusal(send(name, headers))).toEqual([403, "SCOPE_MISSING", 1]);
});

it("A link is never made for a token", async () => {
  for (const scope of ["read", "write"] as const) {
    const headers = { Authorization: `Bearer ${await editor().addToken(`may ${scope}`, scope)}` };
    expect(await refusal(send("post /api/links", headers))).toEqual([403, "SHELL_NEEDED", 1]);
  }
});

it("Every write is accepted if nothing is wrong with it", async () => {
  for (const name of names)
    expect([name, (await send(name, { ...session, ...own })).statusCode]).toEqual([name, 200]);
  expect(await editor().backend.latestNumber()).toBe(5);
});
