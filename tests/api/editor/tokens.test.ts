import { EventEmitter, once } from "node:events";
import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createRefuseCredential } from "../../../api/editor/guard.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { makeToken } from "../../../schema/token/token.ts";
import type { Reply } from "../../support/network/http.ts";
import { type EditorHere, editHere, sessionOf, sharedEditor } from "../../support/service/editor-here.ts";

const shared = sharedEditor();
const minute = 60_000;

const bearing = (editor: EditorHere, token: string, url = "/api/session") =>
  editor.ask({ url, headers: { Authorization: `Bearer ${token}` } });
const outcome = ({ statusCode, body }: Reply) => [statusCode, body && JSON.parse(body).code];

function signIn(editor: EditorHere, body: object): Promise<Reply> {
  const headers = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" };
  return editor.ask({ method: "POST", url: "/api/session", headers, payload: JSON.stringify(body) });
}

const sessionBy = async (editor: EditorHere, token: string) => sessionOf(await signIn(editor, { token }));
const inSession = (editor: EditorHere, headers: Record<string, string>) =>
  editor.ask({ url: "/api/session", headers });

describe("A token", () => {
  it("signs a program in with its name, scope and end", async () => {
    const editor = shared();
    const token = await editor.addToken("deploy", "read");
    const expiresAt = expect.stringMatching(/Z$/);
    expect((await bearing(editor, token)).json()).toEqual({ name: "deploy", scope: "read", expiresAt });
    const lower = await editor.ask({ url: "/api/session", headers: { Authorization: `bearer  ${token} ` } });
    expect(lower.statusCode).toBe(200);
  });

  it("signs a person in, at most until it expires", async () => {
    const editor = shared();
    const session = await sessionBy(editor, await editor.addToken("berta"));
    expect((await inSession(editor, session)).json()).toMatchObject({ name: "berta", scope: "write" });
    const brief = await editor.addToken("brief", "read", minute);
    const { expiresAt } = (await bearing(editor, brief)).json();
    const byBrief = await inSession(editor, await sessionBy(editor, brief));
    expect(byBrief.json()).toEqual({ name: "brief", scope: "read", expiresAt });
  });

  it("counts before a cookie, but the login of a proxy does not", async () => {
    const editor = shared();
    const token = await editor.addToken("carla");
    const session = await editor.signIn();
    const nameBy = async (Authorization: string) =>
      (await inSession(editor, { Authorization, ...session })).json().name;
    expect(await nameBy(`Bearer ${token}`)).toBe("carla");
    expect(await nameBy("Basic YTpi")).toBe("anna");
  });

  it("is refused alike if it is revoked, expired, unknown or malformed", async () => {
    const editor = await editHere();
    const missing = await editor.ask({ url: "/api/session" });
    expect(outcome(missing)).toEqual([401, "CREDENTIAL_MISSING"]);
    expect(missing.headers["www-authenticate"]).toBe("Bearer");
    const gone = await editor.addToken("gone");
    await editor.revokeToken("gone");
    const late = await editor.addToken("late", "write", 1000);
    editor.pass(1000);
    const answers = await Promise.all(
      [gone, late, makeToken(), "bsn_short", "nonsense"].map((token) => bearing(editor, token)),
    );
    for (const answer of answers) expect(outcome(answer)).toEqual([401, "TOKEN_WRONG"]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });

  it("ends only its own sign-ins when it is revoked or expires", async () => {
    const editor = await editHere();
    const sessions = await Promise.all(
      ["one", "two"].map(async (name) => sessionBy(editor, await editor.addToken(name))),
    );
    const late = await sessionBy(editor, await editor.addToken("late", "write", minute));
    await editor.revokeToken("one");
    // Another token with the same name does not restore them.
    await editor.addToken("one");
    const statuses = async () =>
      Promise.all([...sessions, late].map(async (one) => (await inSession(editor, one)).statusCode));
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

  it("is refused in a URL", async () => {
    const editor = shared();
    const token = await editor.addToken("doris");
    for (const url of [
      `/?token=${token}`,
      `/api/session?access_token=${token}`,
      `/${token}`,
      `/?t=${token.replace("_", "%5f")}`,
      `/?next=%2525252562${token.slice(1)}`,
    ]) {
      const answer = await bearing(editor, token, url);
      expect([url, ...outcome(answer)]).toEqual([url, 400, "TOKEN_IN_URL"]);
      expect(answer.body).not.toContain(token);
    }
    // A URL that is encoded too many times is refused unread.
    const underscore = (times: number) => `%${"25".repeat(times - 1)}5f`;
    const codeOf = async (times: number) =>
      outcome(await bearing(editor, token, `/?next=${token.replace("_", underscore(times))}`));
    expect(await codeOf(8)).toEqual([400, "TOKEN_IN_URL"]);
    expect(await codeOf(9)).toEqual([400, "REQUEST_INVALID"]);
  });
});

describe("A missing store", () => {
  it("gives 503, not the refusal of a credential", async () => {
    const editor = await editHere();
    const token = await editor.addToken("emil");
    const theirs = await sessionBy(editor, token);
    for (const suffix of ["", "-wal", "-shm"]) rmSync(`${editor.database}${suffix}`, { force: true });
    for (const answer of [
      await bearing(editor, token),
      await bearing(editor, makeToken()),
      await inSession(editor, theirs),
      await signIn(editor, { token }),
    ]) {
      expect([answer.statusCode, answer.headers["set-cookie"]]).toEqual([503, undefined]);
      // Only signed-in users learn the path of the store.
      expect(answer.body).not.toContain(editor.database);
    }
    // A malformed token is wrong without a look into the store.
    expect((await bearing(editor, "nonsense")).statusCode).toBe(401);
  });
});

describe("Wrong credentials", () => {
  const wrong = (editor: EditorHere, from = {}) =>
    editor.ask({ url: "/api/session", headers: { Authorization: `Bearer ${makeToken()}`, ...from } });

  it("give 429 after ten from an address in a minute, but valid credentials never do", async () => {
    const editor = await editHere();
    const token = await editor.addToken("franz");
    const session = await editor.signIn();
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) statuses.push((await wrong(editor)).statusCode);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    const refused = await wrong(editor);
    expect([refused.headers["retry-after"], refused.json().code]).toEqual(["60", "TOO_MANY_WRONG"]);

    // Every kind of wrong credential counts.
    expect((await signIn(editor, { token: makeToken() })).statusCode).toBe(429);
    expect((await signIn(editor, { secret: "x" })).statusCode).toBe(429);
    const guess = { Cookie: session.Cookie, "Session-Key": "A".repeat(26) };
    const guessed = await inSession(editor, guess);
    expect([guessed.statusCode, guessed.headers["set-cookie"]]).toEqual([429, undefined]);
    // Valid credentials from the same address work.
    expect((await bearing(editor, token)).statusCode).toBe(200);
    expect((await inSession(editor, session)).statusCode).toBe(200);
    expect((await editor.signIn()).Cookie).toMatch(/^backsoon-\d+=.{27}$/);

    editor.pass(minute);
    expect((await wrong(editor)).statusCode).toBe(401);
  });

  it("are counted by the address that a trusted proxy names", async () => {
    const from = (address: string) => ({ "X-Forwarded-For": address });
    const behind = await editHere({ trustedProxies: ["127.0.0.0/8"] });
    for (let count = 0; count < 11; count += 1) await wrong(behind, from("203.0.113.1"));
    expect((await wrong(behind, from("203.0.113.1"))).statusCode).toBe(429);
    expect((await wrong(behind, from("203.0.113.2"))).statusCode).toBe(401);

    const open = await editHere();
    for (let count = 0; count < 11; count += 1) await wrong(open, from(`203.0.113.${count}`));
    expect((await wrong(open, from("203.0.113.99"))).statusCode).toBe(429);
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
