import { EventEmitter, once } from "node:events";
import { renameSync, rmSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { createRefuseCredential } from "../../../api/editor/guard.ts";
import { maxSignIns } from "../../../data/store.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { makeToken } from "../../../schema/token/token.ts";
import { notice } from "../../support/command/command.ts";
import type { Reply } from "../../support/network/http.ts";
import { bearer, editHere, outcomeOf, sessionOf, sharedEditor } from "../../support/service/editor-here.ts";

const shared = sharedEditor();
type Editor = ReturnType<typeof shared>;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const own = { "Sec-Fetch-Site": "same-origin" };

const post = (editor: Editor, body: object, headers: object = {}, url = "/api/session") =>
  editor.send("POST", url, body, { ...own, ...headers });
const session = (editor: Editor, headers: Record<string, string>, url = "/api/session") =>
  editor.ask({ url, headers });
const statusOf = async (...args: Parameters<typeof session>) => (await session(...args)).statusCode;
const signOut = (editor: Editor, headers: object) =>
  editor.send("DELETE", "/api/session", undefined, { ...own, ...headers });
/** The session of a person who opened a link. */
const opened = async (editor: Editor, secret: string, headers = {}) =>
  sessionOf(await post(editor, { secret }, headers));
const cookieIn = ({ headers }: Reply) => String(headers["set-cookie"]?.[0]);
const expectEnd = (expiresAt: string, ms: number) =>
  expect(Math.abs(Date.parse(expiresAt) - Date.now() - ms)).toBeLessThan(minute);

describe("A link", () => {
  it.each([
    ["the user of the shell for twelve hours", "anna", "invite", 12 * hour],
    ["a colleague with its scope until its end", "ben", "read", 30 * day],
  ] as const)("signs in %s, which use does not extend", async (_name, name, scope, ms) => {
    const editor = await editHere();
    const secret = scope === "read" ? editor.invite(name, scope, ms) : editor.secret();
    const headers = await opened(editor, await secret);
    const { expiresAt, ...who } = (await session(editor, headers)).json();
    expect(who).toEqual({ name, scope });
    expectEnd(expiresAt, ms);
    editor.pass(ms - minute);
    expect(await statusOf(editor, headers)).toBe(200);
    editor.pass(minute);
    expect(outcomeOf(await session(editor, headers))).toEqual([401, "SESSION_ENDED"]);
  });

  it("works once, also at the same time at two editors of one store", async () => {
    const one = await editHere();
    const other = await editHere({ database: one.database });
    const secret = await one.invite("ben");
    const replies = await Promise.all([one, other, one, other].map((editor) => post(editor, { secret })));
    expect(replies.map(outcomeOf).sort()).toEqual([[200, undefined], ...Array(3).fill([401, "LINK_WRONG"])]);
    expect(replies.filter(({ headers }) => headers["set-cookie"])).toHaveLength(1);
  });

  it.each([
    ["five minutes for oneself", 5 * minute, (editor: Editor) => editor.secret()],
    ["seven days for a colleague", 7 * day, (editor: Editor) => editor.invite("ben")],
  ])("works for %s", async (_name, lifetime, make) => {
    const editor = await editHere();
    const [early, late] = [await make(editor), await make(editor)];
    editor.pass(lifetime - 5000);
    expect((await post(editor, { secret: early })).statusCode).toBe(200);
    editor.pass(5000);
    expect(outcomeOf(await post(editor, { secret: late }))).toEqual([401, "LINK_WRONG"]);
  });

  it("is spent neither by a scanner nor by a part of its secret nor as a token", async () => {
    const editor = await editHere();
    const secret = await editor.invite("ben");
    for (const url of ["/", `/?link=${secret}`, `/api/session?secret=${secret}`, `/${secret}`])
      await editor.ask({ url, headers: { "User-Agent": "scanner", "Sec-Fetch-Site": "cross-site" } });
    const other = `${secret.slice(0, 5)}${secret[5] === "A" ? "B" : "A"}${secret.slice(6)}`;
    const token = await editor.addToken("deploy");
    for (const guess of [secret.slice(0, -1), other, `${secret}=`, "", "__proto__", token])
      expect(outcomeOf(await post(editor, { secret: guess }))).toEqual([401, "LINK_WRONG"]);
    expect(outcomeOf(await post(editor, { token: secret }))).toEqual([401, "TOKEN_WRONG"]);
    expect(outcomeOf(await session(editor, bearer(secret)))).toEqual([401, "TOKEN_WRONG"]);
    expect((await post(editor, { secret })).statusCode).toBe(200);
  });

  it("ends when its name is revoked, but not while the store is away", async () => {
    const editor = await editHere();
    const [revoked, kept] = [await editor.invite("ben"), await editor.invite("carl")];
    await editor.revokeToken("ben");
    expect(outcomeOf(await post(editor, { secret: revoked }))).toEqual([401, "LINK_WRONG"]);
    renameSync(editor.database, `${editor.database}-away`);
    expect((await post(editor, { secret: kept })).statusCode).toBe(503);
    renameSync(`${editor.database}-away`, editor.database);
    expect((await post(editor, { secret: kept })).statusCode).toBe(200);
  });
});

describe("POST /api/links", () => {
  it("makes a link for seven days for a person who may publish but not invite", async () => {
    const editor = await editHere();
    const reply = await post(editor, { name: "ben" }, await editor.signIn(), "/api/links");
    const { link, expiresAt, ...more } = reply.json();
    expect([reply.statusCode, more]).toEqual([200, {}]);
    expectEnd(expiresAt, 7 * day);
    const [before, secret] = link.split("#link=");
    expect(before).toBe(`${editor.url}/`);
    const ben = await opened(editor, secret);
    expect((await session(editor, ben)).json()).toMatchObject({ name: "ben", scope: "write" });
    const refused = await post(editor, { name: "eve" }, ben, "/api/links");
    expect(outcomeOf(refused)).toEqual([403, "SHELL_NEEDED"]);
  });

  it.each([{}, { name: "a\u202eb" }])("refuses an invalid name: %j", async (body) => {
    const reply = await post(shared(), body, await shared().signIn(), "/api/links");
    expect(outcomeOf(reply)).toEqual([422, "LINK_INVALID"]);
    expect(reply.json().detail).toMatch(/^"name" must be [ -~]*\.$/);
  });
});

describe("The cookie of a sign-in", () => {
  const terms = ["HttpOnly", "Max-Age=34560000", "Path=/", "SameSite=Strict"];

  it("on loopback has the name of the port and half of the secret", async () => {
    const editor = shared();
    const signedIn = await post(editor, { secret: await editor.secret() });
    const [value, ...rest] = cookieIn(signedIn).split("; ");
    expect(value).toMatch(RegExp(`^backsoon-${editor.port}=bsn_\\w{23}$`));
    expect(rest.sort()).toEqual(terms);
    expect(signedIn.json()).toEqual({ key: expect.stringMatching(/^\w{26}$/) });
  });

  it("over TLS has the whole secret, for every editor of the store and after a restart", async () => {
    const origin = "https://notice.example.com";
    const editor = await editHere({ origin });
    const Host = "notice.example.com";
    const signedIn = await post(editor, { secret: await editor.secret() }, { Host });
    const [value, ...rest] = cookieIn(signedIn).split("; ");
    expect(value).toMatch(/^__Host-backsoon-443=bsn_\w{49}$/);
    expect([rest.sort(), signedIn.json()]).toEqual([[...terms, "Secure"], {}]);
    const headers = { Host, Cookie: sessionOf(signedIn).Cookie };
    expect(await statusOf(editor, headers)).toBe(200);
    for (const [site, Origin, ...outcome] of [
      ["same-origin", origin, 200, undefined],
      ["cross-site", origin, 403, "ORIGIN_FOREIGN"],
      ["same-site", origin, 403, "ORIGIN_FOREIGN"],
      ["same-origin", "https://evil.example", 403, "ORIGIN_FOREIGN"],
    ]) {
      const sender = { ...headers, "Sec-Fetch-Site": site, Origin };
      expect(outcomeOf(await post(editor, { name: "eve" }, sender, "/api/links"))).toEqual(outcome);
    }
    const wrong = await session(editor, { ...headers, Cookie: "__Host-backsoon-443=old" });
    expect(outcomeOf(wrong)).toEqual([401, "SESSION_ENDED"]);
    expect(cookieIn(wrong)).toMatch(/^__Host-backsoon-443=; Max-Age=0;/);
    await editor.stop();
    expect(await statusOf(await editHere({ origin, database: editor.database }), headers)).toBe(200);
  });

  it("is new at each sign-in, also after a planted cookie, and ends the session before", async () => {
    const editor = await editHere();
    const first = await editor.signIn();
    const second = await opened(editor, await editor.secret(), first);
    expect([second.Cookie, second["Session-Key"]]).not.toEqual([first.Cookie, first["Session-Key"]]);
    // The old cookie counts as no guess and is not removed: another request may have replaced it.
    for (let count = 0; count < 11; count += 1) {
      const reply = await session(editor, first);
      expect([...outcomeOf(reply), reply.headers["set-cookie"]]).toEqual([401, "SESSION_ENDED", undefined]);
    }
    expect(await statusOf(editor, second)).toBe(200);
    const planted = { ...second, Cookie: second.Cookie.replace(/.{9}$/, "AAAAAAAAA") };
    const third = await opened(editor, await editor.secret(), planted);
    expect(third.Cookie).not.toBe(planted.Cookie);
    expect(await statusOf(editor, { ...third, Cookie: planted.Cookie })).toBe(401);
  });

  it("does not work at another editor on the same machine", async () => {
    const [one, other] = [shared(), await editHere()];
    const here = await one.signIn();
    // Browsers send both cookies to both editors.
    const Cookie = `${here.Cookie}; ${(await other.signIn()).Cookie}`;
    expect(await statusOf(one, { ...here, Cookie })).toBe(200);
    const moved = here.Cookie.replace(/^[^=]+/, `backsoon-${other.port}`);
    expect(await statusOf(other, { ...here, Cookie: moved })).toBe(401);
  });

  it("on loopback needs its key for every read and for a sign-out", async () => {
    const editor = await editHere();
    const signedIn = await editor.signIn();
    const headers = { Cookie: signedIn.Cookie, ...own };
    const reads = ["session", "notice", "revisions", "revisions/1", "nodes", "app", "openapi.json"];
    const replies = await Promise.all(reads.map((name) => editor.ask({ url: `/api/${name}`, headers })));
    const open = replies.pop();
    for (const reply of [...replies, await signOut(editor, headers)]) {
      expect(outcomeOf(reply)).toEqual([401, "SESSION_LOCKED"]);
      // The cookie stays, because the editor's page may have the key.
      expect([reply.headers["set-cookie"], reply.headers["www-authenticate"]]).toEqual([undefined, "Bearer"]);
    }
    expect(await statusOf(editor, signedIn)).toBe(200);
    // These need no credential.
    expect([open?.statusCode, (await editor.ask({ headers })).statusCode]).toEqual([200, 200]);
    expect((await post(editor, { secret: await editor.secret() }, headers)).statusCode).toBe(200);
  });
});

describe("A sign-in", () => {
  it("ends after a year without use, and its use is stored once a day", async () => {
    const editor = await editHere();
    const headers = await opened(editor, await editor.invite("ben"));
    const rows = async () => {
      const list = JSON.parse((await notice(editor.env, ["token", "list", "--json"])).stdout);
      return list.map(({ kind, name, usedAt }: Record<string, unknown>) => [kind, name, usedAt]);
    };
    expect(await rows()).toEqual([["sign-in", "ben", null]]);
    for (let months = 0; months < 24; months += 6) {
      editor.pass(180 * day);
      expect([months, await statusOf(editor, headers)]).toEqual([months, 200]);
    }
    const before = await rows();
    expect(before).toEqual([["sign-in", "ben", expect.any(String)]]);
    editor.pass(hour);
    expect([await statusOf(editor, headers), await rows()]).toEqual([200, before]);
    editor.pass(365 * day);
    expect(await statusOf(editor, headers)).toBe(401);
  });

  it("works although the store refuses to record its use", async () => {
    const editor = await editHere();
    const headers = await opened(editor, await editor.invite("ben"));
    editor.pass(2 * day);
    const { openAccess } = editor.backend;
    const keepUse = vi.fn().mockRejectedValue(new Error("It is read-only."));
    editor.backend.openAccess = async (deadline) => ({ ...(await openAccess(deadline)), keepUse });
    expect([await statusOf(editor, headers), keepUse.mock.calls.length]).toEqual([200, 1]);
  });

  it("ends with a sign-out, or when its name is revoked", async () => {
    const editor = await editHere();
    const headers = await editor.signIn();
    const other = await opened(editor, await editor.invite("ben"));
    const replies = [await signOut(editor, headers), await signOut(editor, headers)];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
    expect(cookieIn(replies[0] as Reply)).toContain("Max-Age=0");
    expect([await statusOf(editor, headers), await statusOf(editor, other)]).toEqual([401, 200]);
    expect((await notice(editor.env, ["token", "revoke", "ben"])).code).toBe(0);
    expect(outcomeOf(await session(editor, other))).toEqual([401, "SESSION_ENDED"]);
  });

  it("ends the oldest of the same name if there are more than twenty", async () => {
    const editor = shared();
    const all = [await opened(editor, await editor.invite("guest"))];
    const token = await editor.addToken("busy");
    for (let time = 0; time < maxSignIns + 2; time += 1) {
      all.push(sessionOf(await post(editor, { token })));
      // Each sign-in has another millisecond.
      editor.pass(1);
    }
    const statuses = await Promise.all(all.map((headers) => statusOf(editor, headers)));
    expect(statuses).toEqual([200, 401, 401, ...Array(maxSignIns).fill(200)]);
  });
});

const bearing = (editor: Editor, token: string, url?: string) => session(editor, bearer(token), url);
const sessionBy = async (editor: Editor, token: string) => sessionOf(await post(editor, { token }));

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
  const signingIn = post(editor, { token });
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
    expect((await post(editor, { token: makeToken() })).statusCode).toBe(429);
    expect((await post(editor, { secret: "x" })).statusCode).toBe(429);
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
