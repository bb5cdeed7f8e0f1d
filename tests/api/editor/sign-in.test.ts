import { renameSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { maxSignIns } from "../../../data/store.ts";
import { notice } from "../../support/command/command.ts";
import type { Reply } from "../../support/network/http.ts";
import {
  type EditorHere,
  editHere,
  type SessionHeaders,
  sessionOf,
  sharedEditor,
} from "../../support/service/editor-here.ts";

const shared = sharedEditor();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const own = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" };

function post(editor: EditorHere, body: object, headers: object = {}, url = "/api/session"): Promise<Reply> {
  const payload = JSON.stringify(body);
  return editor.ask({ method: "POST", url, headers: { ...own, ...headers }, payload });
}

const outcome = ({ statusCode, body }: Reply) => [statusCode, body && JSON.parse(body).code];
const cookieIn = ({ headers }: Reply) => String(headers["set-cookie"]?.[0]);
const session = (editor: EditorHere, headers: Partial<SessionHeaders>) =>
  editor.ask({ url: "/api/session", headers });
const statusOf = async (editor: EditorHere, headers: Partial<SessionHeaders>) =>
  (await session(editor, headers)).statusCode;
const signOut = (editor: EditorHere, headers: SessionHeaders) =>
  editor.ask({ method: "DELETE", url: "/api/session", headers: { ...own, ...headers } });
/** The session of a person who opened a link. */
const opened = async (editor: EditorHere, secret: string, headers = {}) =>
  sessionOf(await post(editor, { secret }, headers));

describe("A link", () => {
  it("signs in the user of the shell for twelve hours", async () => {
    const editor = await editHere();
    const headers = await editor.signIn();
    const { expiresAt, ...who } = (await session(editor, headers)).json();
    expect(who).toEqual({ name: "anna", scope: "invite" });
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 12 * hour)).toBeLessThan(minute);
    editor.pass(12 * hour);
    expect(outcome(await session(editor, headers))).toEqual([401, "SESSION_ENDED"]);
  });

  it("signs a colleague in with its scope and until its end", async () => {
    const editor = await editHere();
    const headers = await opened(editor, await editor.invite("ben", "read", 30 * day));
    const { expiresAt, ...who } = (await session(editor, headers)).json();
    expect(who).toEqual({ name: "ben", scope: "read" });
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 30 * day)).toBeLessThan(minute);
    // Use does not extend the sign-in.
    editor.pass(20 * day);
    expect(await statusOf(editor, headers)).toBe(200);
    editor.pass(10 * day);
    expect(await statusOf(editor, headers)).toBe(401);
  });

  it("works once, also at the same time at two editors of one store", async () => {
    const one = await editHere();
    const other = await editHere({ database: one.database });
    const secret = await one.invite("ben");
    const answers = await Promise.all([one, other, one, other].map((editor) => post(editor, { secret })));
    expect(answers.map(outcome).sort()).toEqual([[200, undefined], ...Array(3).fill([401, "LINK_WRONG"])]);
    const late = answers.find(({ statusCode }) => statusCode === 401);
    expect(late?.json().detail).toContain("ask whoever invited you for a new link");
    expect(late?.headers["set-cookie"]).toBeUndefined();
  });

  it.each([
    ["works for five minutes for oneself", 5 * minute, (editor: EditorHere) => editor.secret()],
    ["works for seven days for a colleague", 7 * day, (editor: EditorHere) => editor.invite("ben")],
  ])("%s", async (_name, lifetime, make) => {
    const editor = await editHere();
    const [early, late] = [await make(editor), await make(editor)];
    editor.pass(lifetime - 5000);
    expect((await post(editor, { secret: early })).statusCode).toBe(200);
    editor.pass(5000);
    expect(outcome(await post(editor, { secret: late }))).toEqual([401, "LINK_WRONG"]);
  });

  it("is spent neither by a scanner nor by a part of its secret", async () => {
    const editor = await editHere();
    const secret = await editor.invite("ben");
    for (const url of ["/", `/?link=${secret}`, `/api/session?secret=${secret}`, `/${secret}`])
      await editor.ask({ url, headers: { "User-Agent": "scanner", "Sec-Fetch-Site": "cross-site" } });
    const other = `${secret.slice(0, 5)}${secret[5] === "A" ? "B" : "A"}${secret.slice(6)}`;
    for (const guess of [secret.slice(0, -1), other, `${secret}=`, "", "__proto__"])
      expect(outcome(await post(editor, { secret: guess }))).toEqual([401, "LINK_WRONG"]);
    // A link is no token, and a token is no link.
    expect(outcome(await post(editor, { token: secret }))).toEqual([401, "TOKEN_WRONG"]);
    const bearer = { Authorization: `Bearer ${secret}` };
    expect(outcome(await editor.ask({ url: "/api/notice", headers: bearer }))).toEqual([401, "TOKEN_WRONG"]);
    const token = await editor.addToken("deploy");
    expect(outcome(await post(editor, { secret: token }))).toEqual([401, "LINK_WRONG"]);
    expect((await post(editor, { secret })).statusCode).toBe(200);
  });

  it("ends when its name is revoked, but not while the store is away", async () => {
    const editor = await editHere();
    const [revoked, kept] = [await editor.invite("ben"), await editor.invite("carl")];
    await editor.revokeToken("ben");
    expect(outcome(await post(editor, { secret: revoked }))).toEqual([401, "LINK_WRONG"]);
    renameSync(editor.database, `${editor.database}-away`);
    expect((await post(editor, { secret: kept })).statusCode).toBe(503);
    renameSync(`${editor.database}-away`, editor.database);
    expect((await post(editor, { secret: kept })).statusCode).toBe(200);
  });
});

describe("POST /api/links", () => {
  const invite = (editor: EditorHere, body: object, headers: object) =>
    post(editor, body, headers, "/api/links");

  it("makes a link for seven days for a person who may publish but not invite", async () => {
    const editor = await editHere();
    const answer = await invite(editor, { name: "ben" }, await editor.signIn());
    const { link, expiresAt } = answer.json();
    expect([answer.statusCode, Object.keys(answer.json()).sort()]).toEqual([200, ["expiresAt", "link"]]);
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 7 * day)).toBeLessThan(minute);
    const [page, secret = ""] = link.split("#link=");
    expect(page).toBe(`${editor.url}/`);
    const ben = await opened(editor, secret);
    expect((await session(editor, ben)).json()).toMatchObject({ name: "ben", scope: "write" });
    expect(outcome(await invite(editor, { name: "eve" }, ben))).toEqual([403, "SHELL_NEEDED"]);
  });

  it.each([{}, { name: "a\u202eb" }])("refuses an invalid name: %j", async (body) => {
    const editor = shared();
    const answer = await invite(editor, body, await editor.signIn());
    expect(outcome(answer)).toEqual([422, "LINK_INVALID"]);
    expect(answer.json().detail).toMatch(/^"name" must be [ -~]*\.$/);
  });
});

describe("The cookie of a sign-in", () => {
  it("on loopback has the name of the port and half of the secret", async () => {
    const editor = shared();
    const signedIn = await post(editor, { secret: await editor.secret() });
    const parts = cookieIn(signedIn).split("; ");
    expect(parts[0]).toMatch(new RegExp(`^backsoon-${editor.port}=bsn_\\w{23}$`));
    expect(parts.slice(1).sort()).toEqual(["HttpOnly", "Max-Age=34560000", "Path=/", "SameSite=Strict"]);
    expect(signedIn.json()).toEqual({ key: expect.stringMatching(/^\w{26}$/) });
  });

  it("over TLS has the whole secret, for every editor of the store and after a restart", async () => {
    const origin = "https://notice.example.com";
    const editor = await editHere({ origin });
    const Host = "notice.example.com";
    const signedIn = await post(editor, { secret: await editor.secret() }, { Host });
    const parts = cookieIn(signedIn).split("; ");
    expect(parts[0]).toMatch(/^__Host-backsoon-443=bsn_\w{49}$/);
    const terms = ["HttpOnly", "Max-Age=34560000", "Path=/", "SameSite=Strict", "Secure"];
    expect([parts.slice(1).sort(), signedIn.json()]).toEqual([terms, {}]);
    const headers = { Host, Cookie: sessionOf(signedIn).Cookie };
    expect(await statusOf(editor, headers)).toBe(200);
    const from = (site: string, Origin: string) =>
      post(editor, { name: "eve" }, { ...headers, "Sec-Fetch-Site": site, Origin }, "/api/links");
    expect((await from("same-origin", origin)).statusCode).toBe(200);
    for (const [site, other] of [
      ["cross-site", origin],
      ["same-site", origin],
      ["same-origin", "https://evil.example"],
    ] as const)
      expect(outcome(await from(site, other))).toEqual([403, "ORIGIN_FOREIGN"]);
    const wrong = await session(editor, { ...headers, Cookie: "__Host-backsoon-443=old" });
    expect(outcome(wrong)).toEqual([401, "SESSION_ENDED"]);
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
      expect([...outcome(reply), reply.headers["set-cookie"]]).toEqual([401, "SESSION_ENDED", undefined]);
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
    const [[, , usedAt] = []] = await rows();
    editor.pass(hour);
    expect(await statusOf(editor, headers)).toBe(200);
    expect(await rows()).toEqual([["sign-in", "ben", usedAt]]);
    editor.pass(365 * day);
    expect(await statusOf(editor, headers)).toBe(401);
  });

  it("works although the store refuses to record its use", async () => {
    const editor = await editHere();
    const headers = await opened(editor, await editor.invite("ben"));
    editor.pass(2 * day);
    const { openAccess } = editor.backend;
    let refused = 0;
    editor.backend.openAccess = async (deadline) => ({
      ...(await openAccess(deadline)),
      keepUse: async () => {
        refused += 1;
        throw new Error("It is read-only.");
      },
    });
    expect([await statusOf(editor, headers), refused]).toEqual([200, 1]);
  });

  it("ends with a sign-out, or when its name is revoked", async () => {
    const editor = await editHere();
    const headers = await editor.signIn();
    const other = await opened(editor, await editor.invite("ben"));
    const first = await signOut(editor, headers);
    expect([first.statusCode, cookieIn(first).includes("Max-Age=0")]).toEqual([204, true]);
    expect((await signOut(editor, headers)).statusCode).toBe(204);
    expect([await statusOf(editor, headers), await statusOf(editor, other)]).toEqual([401, 200]);
    expect((await notice(editor.env, ["token", "revoke", "ben"])).code).toBe(0);
    expect(outcome(await session(editor, other))).toEqual([401, "SESSION_ENDED"]);
  });

  it("ends the oldest of the same name if there are more than twenty", async () => {
    const editor = shared();
    const other = await opened(editor, await editor.invite("guest"));
    const token = await editor.addToken("busy");
    const all: SessionHeaders[] = [];
    for (let time = 0; time < maxSignIns + 2; time += 1) {
      all.push(sessionOf(await post(editor, { token })));
      // Each sign-in has another millisecond.
      editor.pass(1);
    }
    const statuses = await Promise.all([other, ...all].map((headers) => statusOf(editor, headers)));
    expect(statuses).toEqual([200, 401, 401, ...Array(maxSignIns).fill(200)]);
  });
});

describe("The key of a sign-in on loopback", () => {
  it("is needed with the cookie for every read and for a sign-out", async () => {
    const editor = await editHere();
    const signedIn = await editor.signIn();
    const headers = { Cookie: signedIn.Cookie, ...own };
    for (const answer of [
      await session(editor, headers),
      await editor.ask({ url: "/api/notice", headers }),
      await signOut(editor, headers),
    ]) {
      expect(outcome(answer)).toEqual([401, "SESSION_LOCKED"]);
      // The cookie stays, because the editor's page may have the key.
      expect(answer.headers).not.toHaveProperty("set-cookie");
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
      expect(answer.json().detail).toContain("not the key");
    }
    expect(await statusOf(editor, signedIn)).toBe(200);
    // These need no credential.
    expect((await editor.ask({ url: "/", headers })).statusCode).toBe(200);
    expect((await post(editor, { secret: await editor.secret() }, headers)).statusCode).toBe(200);
  });
});
