import { EventEmitter, once } from "node:events";
import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createRefuseCredential } from "../../../api/editor/guard.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { makeToken } from "../../../schema/token/token.ts";
import { bearer, editHere, outcomeOf, sessionOf, sharedEditor } from "../../support/service/editor-here.ts";

const shared = sharedEditor();
type Editor = ReturnType<typeof shared>;
const minute = 60_000;

const session = (editor: Editor, headers: Record<string, string>, url = "/api/session") =>
  editor.ask({ url, headers });
const bearing = (editor: Editor, token: string, url?: string) => session(editor, bearer(token), url);
const signIn = (editor: Editor, body: object) => editor.send("POST", "/api/session", body);
const sessionBy = async (editor: Editor, token: string) => sessionOf(await signIn(editor, { token }));

describe("A token", () => {
  it("signs a program in with its name, scope and end", async () => {
    const token = await shared().addToken("deploy", "read");
    const expiresAt = expect.stringMatching(/Z$/);
    expect((await bearing(shared(), token)).json()).toEqual({ name: "deploy", scope: "read", expiresAt });
    expect((await session(shared(), { Authorization: `bearer  ${token} ` })).statusCode).toBe(200);
  });

  it("signs a person in, at most until it expires", async () => {
    const brief = await shared().addToken("brief", "read", minute);
    const { expiresAt } = (await bearing(shared(), brief)).json();
    const byBrief = await session(shared(), await sessionBy(shared(), brief));
    expect(byBrief.json()).toEqual({ name: "brief", scope: "read", expiresAt });
  });

  it("counts before a cookie, but the login of a proxy does not", async () => {
    const token = await shared().addToken("carla");
    const cookie = await shared().signIn();
    const nameBy = async (Authorization: string) =>
      (await session(shared(), { Authorization, ...cookie })).json().name;
    expect([await nameBy(`Bearer ${token}`), await nameBy("Basic YTpi")]).toEqual(["carla", "anna"]);
  });

  it("is refused alike if it is revoked, expired, unknown or malformed", async () => {
    const editor = await editHere();
    const missing = await editor.ask({ url: "/api/session" });
    const asked = [...outcomeOf(missing), missing.headers["www-authenticate"]];
    expect(asked).toEqual([401, "CREDENTIAL_MISSING", "Bearer"]);
    const gone = await editor.addToken("gone");
    await editor.revokeToken("gone");
    const late = await editor.addToken("late", "write", 1000);
    editor.pass(1000);
    const tokens = [gone, late, makeToken(), "bsn_short", "nonsense"];
    const replies = await Promise.all(tokens.map((token) => bearing(editor, token)));
    for (const reply of replies) expect(outcomeOf(reply)).toEqual([401, "TOKEN_WRONG"]);
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
  });

  it("ends only its own sign-ins when it is revoked or expires", async () => {
    const editor = await editHere();
    const begin = async (name: string, ms?: number) =>
      sessionBy(editor, await editor.addToken(name, "write", ms));
    const sessions = [await begin("one"), await begin("two"), await begin("late", minute)];
    await editor.revokeToken("one");
    // Another token with the same name does not restore them.
    await editor.addToken("one");
    const statuses = async () =>
      Promise.all(sessions.map(async (one) => (await session(editor, one)).statusCode));
    expect(await statuses()).toEqual([401, 200, 200]);
    editor.pass(minute);
    expect(await statuses()).toEqual([401, 200, 401]);
  });

  it("is refused after it was revoked, although an earlier read is still under way", async () => {
    const editor = await editHere();
    const token = await editor.addToken("gone");
    const { openAccess } = editor.backend;
    const events = new EventEmitter();
    const [isRead, isRevoked] = [once(events, "read"), once(events, "revoked")];
    editor.backend.openAccess = async () => {
      const access = await openAccess();
      const find: typeof access.find = async (hashes) => {
        const found = await access.find(hashes);
        events.emit("read");
        return isRevoked.then(() => found);
      };
      return { ...access, find };
    };
    const before = bearing(editor, token);
    await isRead;
    editor.backend.openAccess = openAccess;
    await editor.revokeToken("gone");
    const after = bearing(editor, token);
    await editor.ask({ url: "/healthz" });
    events.emit("revoked");
    expect([(await before).statusCode, (await after).statusCode]).toEqual([200, 401]);
  });

  it("is refused in a URL, which is read however often it is encoded, up to eight times", async () => {
    const token = await shared().addToken("doris");
    const underscore = (times: number) => `%${"25".repeat(times - 1)}5f`;
    const tooOften = `/?next=${token.replace("_", underscore(9))}`;
    for (const url of [
      ...[`/?token=${token}`, `/api/session?access_token=${token}`, `/${token}`],
      ...[`/?next=%2525252562${token.slice(1)}`, `/?next=${token.replace("_", underscore(8))}`, tooOften],
    ]) {
      const reply = await bearing(shared(), token, url);
      const code = url === tooOften ? "REQUEST_INVALID" : "TOKEN_IN_URL";
      expect([url, ...outcomeOf(reply)]).toEqual([url, 400, code]);
      expect(reply.body).not.toContain(token);
    }
  });
});

it("A missing store gives 503, not the refusal of a credential", async () => {
  const editor = await editHere();
  const token = await editor.addToken("emil");
  const theirs = await sessionBy(editor, token);
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${editor.database}${suffix}`, { force: true });
  const signingIn = signIn(editor, { token });
  for (const reply of [await bearing(editor, token), await session(editor, theirs), await signingIn]) {
    expect([reply.statusCode, reply.headers["set-cookie"]]).toEqual([503, undefined]);
    // Only signed-in users learn the path of the store.
    expect(reply.body).not.toContain(editor.database);
  }
  // A malformed token is wrong without a look into the store.
  expect((await bearing(editor, "nonsense")).statusCode).toBe(401);
});

describe("Wrong credentials", () => {
  const wrong = (editor: Editor, from = {}) => session(editor, { ...bearer(makeToken()), ...from });

  it("give 429 after ten from an address in a minute, but valid credentials never do", async () => {
    const editor = await editHere();
    const token = await editor.addToken("franz");
    const cookie = await editor.signIn();
    for (let count = 0; count < 10; count += 1) expect((await wrong(editor)).statusCode).toBe(401);
    const refused = await wrong(editor);
    expect([...outcomeOf(refused), refused.headers["retry-after"]]).toEqual([429, "TOO_MANY_WRONG", "60"]);
    // Every kind of wrong credential counts.
    expect((await signIn(editor, { token: makeToken() })).statusCode).toBe(429);
    expect((await signIn(editor, { secret: "x" })).statusCode).toBe(429);
    const guessed = await session(editor, { Cookie: cookie.Cookie, "Session-Key": "A".repeat(26) });
    expect([guessed.statusCode, guessed.headers["set-cookie"]]).toEqual([429, undefined]);
    // Valid credentials from the same address work.
    expect((await bearing(editor, token)).statusCode).toBe(200);
    expect((await session(editor, cookie)).statusCode).toBe(200);
    expect((await editor.signIn()).Cookie).toMatch(/^backsoon-\d+=.{27}$/);
    editor.pass(minute);
    expect((await wrong(editor)).statusCode).toBe(401);
  });

  it("are counted by the address that a trusted proxy names", async () => {
    const statusFrom = async (editor: Editor, last: number) =>
      (await wrong(editor, { "X-Forwarded-For": `203.0.113.${last}` })).statusCode;
    const behind = await editHere({ trustedProxies: ["127.0.0.0/8"] });
    for (let count = 0; count < 10; count += 1) await statusFrom(behind, 1);
    expect([await statusFrom(behind, 1), await statusFrom(behind, 2)]).toEqual([429, 401]);
    for (let count = 0; count < 10; count += 1) await statusFrom(shared(), count);
    expect(await statusFrom(shared(), 99)).toBe(429);
  });

  it("are counted for at most 10,000 addresses", () => {
    const refuse = createRefuseCredential(() => new Date(0));
    const codeOf = (address: string) => refuse(address, new NoticeError("TOKEN_WRONG", {})).code;
    for (let count = 0; count < 10; count += 1) codeOf("2001:db8::");
    expect(codeOf("2001:db8::")).toBe("TOO_MANY_WRONG");
    for (let count = 1; count <= 10_000; count += 1) codeOf(`2001:db8::${count.toString(16)}`);
    expect(codeOf("2001:db8::")).toBe("TOKEN_WRONG");
  });
});
