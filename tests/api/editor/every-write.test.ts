import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { defaults } from "../../../schema/notice/defaults.ts";
import { switchFolder } from "../../support/folder.ts";
import type { Reply } from "../../support/network/http.ts";
import { chatHere } from "../../support/service/chat-here.ts";
import { bearer, outcomeOf, type SessionHeaders, sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor(async (onFinished) => {
  const { proposals } = await chatHere({ onFinished });
  return { folder: undefined, proposals, switch: join(switchFolder(onFinished), "on") };
});
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

function send(name: Name, headers: Record<string, string>): Promise<Reply> {
  const { type, body } = requests[name];
  const [method = "", path = ""] = name.split(" ");
  const own = { "If-Match": "*", ...(type && { "Content-Type": type }), ...headers };
  return editor().send(method.toUpperCase(), path.replace("{revision}", "1"), body, own);
}

/** The status and code of a refusal, and the number of the latest revision. */
const refusal = async (reply: Promise<Reply>) =>
  outcomeOf(await reply).concat(await editor().backend.latestNumber());

const own = { "Sec-Fetch-Site": "same-origin" };
let session: SessionHeaders;
let other: SessionHeaders;
const tokens = { read: "", gone: "", late: "" };
beforeAll(async () => {
  session = await editor().signIn();
  other = await editor().signIn();
  tokens.read = await editor().addToken("read", "read");
  tokens.late = await editor().addToken("late", "write", -1);
  tokens.gone = await editor().addToken("gone");
  await editor().revokeToken("gone");
});

it("These tests know every writing operation of the editor", async () => {
  const { paths } = (await editor().ask({ url: "/api/openapi.json" })).json();
  const documented = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== "get" && path !== "/api/session")
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

  it("is refused without a valid credential before its body is read", async () => {
    const text = { ...own, "Content-Type": "text/plain" };
    for (const [code, headers] of [
      ["CREDENTIAL_MISSING", {}],
      ["TOKEN_WRONG", bearer(tokens.gone)],
      ["TOKEN_WRONG", bearer(tokens.late)],
      ["SESSION_LOCKED", { Cookie: session.Cookie }],
      ["SESSION_LOCKED", { ...other, Cookie: session.Cookie }],
      ["SESSION_LOCKED", { Cookie: session.Cookie, "Session-Key": session.Cookie.split("=")[1] ?? "" }],
    ] as const)
      expect(await refusal(send(name, { ...text, ...headers }))).toEqual([401, code, 1]);
    editor().pass(60_000);
  });
});

const changes = names.filter((name) => requests[name].needs === "write");
it.each(changes)("%s is refused with a token that may only read", async (name) => {
  const reply = send(name, bearer(tokens.read));
  expect((await reply).headers["www-authenticate"]).toContain("insufficient_scope");
  expect(await refusal(reply)).toEqual([403, "SCOPE_MISSING", 1]);
});

it("A link is never made for a token", async () => {
  for (const token of [tokens.read, await editor().addToken("may write")])
    expect(await refusal(send("post /api/links", bearer(token)))).toEqual([403, "SHELL_NEEDED", 1]);
});

it("Every write is accepted if nothing is wrong with it", async () => {
  for (const name of names)
    expect([name, (await send(name, { ...session, ...own })).statusCode]).toEqual([name, 200]);
  expect(await editor().backend.latestNumber()).toBe(5);
});
