import { renameSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { notice } from "../../support/command/command.ts";
import type { Reply } from "../../support/network/http.ts";
import { type EditorHere, editHere, sessionOf, sharedEditor } from "../../support/service/editor-here.ts";

const shared = sharedEditor();
const minute = 60_000;
const hour = 60 * minute;
const own = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" };
const wanted = { name: "ben", scope: "write", expires: "90d" };

function post(editor: EditorHere, url: string, body: unknown, headers: object = {}): Promise<Reply> {
  const payload = JSON.stringify(body);
  return editor.ask({ method: "POST", url, headers: { ...own, ...headers }, payload });
}

const invite = (editor: EditorHere, body: unknown, headers: object): Promise<Reply> =>
  post(editor, "/api/invitations", body, headers);
const open = (editor: EditorHere, invitation: string, headers: object = {}): Promise<Reply> =>
  post(editor, "/api/session", { invitation }, headers);
const outcome = (answer: Reply): unknown[] => [answer.statusCode, answer.json().code];
const tokens = (editor: EditorHere, headers: object): Promise<Reply> =>
  editor.ask({ url: "/api/tokens", headers: { ...headers } });
const listed = async ({ env }: EditorHere): Promise<{ name: string }[]> =>
  JSON.parse((await notice(env, ["token", "list", "--json"])).stdout);

describe("an invitation", () => {
  it("has its secret in the fragment, which no request holds, and says when it ends", async () => {
    const editor = await editHere();
    const answer = await invite(editor, wanted, await editor.signIn());
    expect([answer.statusCode, Object.keys(answer.json()).sort()]).toEqual([200, ["expiresAt", "link"]]);
    const { link, expiresAt } = answer.json();
    expect(link).toMatch(new RegExp(`^${editor.url}/#invitation=[\\w-]{43}$`));
    const hours = (Date.parse(expiresAt) - Date.now()) / hour;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    expect(await listed(editor)).toEqual([]);
  });

  it("makes the token that it is for, shows it once, and signs in under its name", async () => {
    const editor = await editHere();
    const answer = await open(editor, await editor.invite({ name: "ben", scope: "read", expires: "2d" }));
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([200, "no-store"]);
    const { made } = answer.json();
    expect(made).toMatchObject({ name: "ben", scope: "read", token: expect.stringMatching(/^bsn_/) });
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(48 * hour);
    const session = sessionOf(answer);
    const reply = await editor.ask({ url: "/api/session", headers: session });
    expect(reply.json()).toMatchObject({ name: "ben", scope: "read", via: "token" });
    // It is in the command's list, with its end, and that is the one that the page has.
    const { token: text, ...shown } = made;
    expect(await listed(editor)).toEqual([{ ...shown, expired: false }]);
    expect((await tokens(editor, await editor.signIn())).json()).toEqual({ tokens: await listed(editor) });
    const bearer = { Authorization: `Bearer ${text}` };
    expect((await editor.ask({ url: "/api/session", headers: bearer })).json().name).toBe("ben");
    for (const url of ["/api/session", "/api/notice", "/api/revisions"])
      expect((await editor.ask({ url, headers: session })).body).not.toContain(text);
  });

  it("ends with its token: the command revokes that, and the session with it", async () => {
    const editor = await editHere();
    const session = sessionOf(await open(editor, await editor.invite({ name: "ben" })));
    expect((await editor.ask({ url: "/api/notice", headers: session })).statusCode).toBe(200);
    expect((await notice(editor.env, ["token", "revoke", "ben"])).code).toBe(0);
    expect((await editor.ask({ url: "/api/notice", headers: session })).statusCode).toBe(401);
  });

  it("is not spent by anything that only looks at it", async () => {
    const editor = shared();
    const invitation = await editor.invite({ name: "looked at" });
    for (const url of ["/", `/?invitation=${invitation}`, `/api/session?invitation=${invitation}`])
      await editor.ask({ url });
    expect((await open(editor, invitation)).statusCode).toBe(200);
  });

  it("works once, even for those who come at the same time", async () => {
    const editor = await editHere();
    const invitation = await editor.invite({ name: "ben" });
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(editor, invitation)));
    const outcomes = answers.map(outcome).sort();
    expect(outcomes).toEqual([[200, undefined], ...Array(7).fill([401, "INVITATION_WRONG"])]);
    expect((await listed(editor)).map(({ name }) => name)).toEqual(["ben"]);
    const late = answers.find(({ statusCode }) => statusCode === 401);
    expect(late?.json().detail).toContain("ask the person who invited you");
    expect(late?.headers["set-cookie"]).toBeUndefined();
  });

  it("is open for 24 hours, in which its token does not age", async () => {
    const editor = await editHere();
    const [early, late] = [await editor.invite({ name: "early" }), await editor.invite({ name: "late" })];
    editor.pass(24 * hour - 5000);
    const { made } = (await open(editor, early)).json();
    expect(Date.parse(made.expiresAt) - Date.now()).toBeGreaterThan(90 * 24 * hour + 23 * hour);
    editor.pass(5000);
    expect(outcome(await open(editor, late))).toEqual([401, "INVITATION_WRONG"]);
  });

  it("ends with the editor", async () => {
    const editor = await editHere();
    const invitation = await editor.invite();
    await editor.stop();
    expect(outcome(await open(await editHere(), invitation))).toEqual([401, "INVITATION_WRONG"]);
  });

  it("is replaced by the next one for the same name", async () => {
    const editor = await editHere();
    const [first, second] = [await editor.invite({ name: "ben" }), await editor.invite({ name: "ben" })];
    expect(outcome(await open(editor, first))).toEqual([401, "INVITATION_WRONG"]);
    expect((await open(editor, second)).statusCode).toBe(200);
  });

  it("stays open where no token could be made, and says why", async () => {
    const editor = await editHere();
    const invitation = await editor.invite({ name: "ben" });
    renameSync(editor.database, `${editor.database}-away`);
    expect((await open(editor, invitation)).statusCode).toBe(503);
    renameSync(`${editor.database}-away`, editor.database);
    await editor.addToken("ben");
    const taken = await open(editor, invitation);
    expect(outcome(taken)).toEqual([409, "INVITED_NAME_TAKEN"]);
    expect(taken.json().detail).toContain("named ben");
    await editor.revokeToken("ben");
    expect((await open(editor, invitation)).statusCode).toBe(200);
  });

  it("is guessed by nobody who tries: after ten wrong ones an address waits, and a right one passes", async () => {
    const editor = await editHere();
    const invitation = await editor.invite();
    const wrong = `${invitation[0] === "A" ? "B" : "A"}${invitation.slice(1)}`;
    for (const guess of [wrong, invitation.slice(0, -1), `${invitation}=`, "", "__proto__"])
      for (let time = 0; time < 2; time += 1)
        expect(outcome(await open(editor, guess))).toEqual([401, "INVITATION_WRONG"]);
    expect(outcome(await open(editor, wrong))).toEqual([429, "TOO_MANY_WRONG"]);
    // The secret of one kind of link is nothing as another's.
    expect((await post(editor, "/api/session", { secret: invitation })).statusCode).toBe(429);
    expect((await open(editor, editor.secret())).statusCode).toBe(429);
    expect((await open(editor, invitation)).statusCode).toBe(200);
  });

  it("ends the session with which it is opened", async () => {
    const editor = await editHere();
    const before = await editor.signIn();
    const answer = await open(editor, await editor.invite({ name: "ben" }), before);
    expect((await editor.ask({ url: "/api/session", headers: before })).statusCode).toBe(401);
    const after = await editor.ask({ url: "/api/session", headers: sessionOf(answer) });
    expect(after.json().name).toBe("ben");
  });
});

describe("whoever invites", () => {
  it("came by the shell's link: no token and nobody who was invited does, nor sees the tokens", async () => {
    const editor = await editHere();
    const token = await editor.addToken("deploy");
    const payload = JSON.stringify({ token });
    const byToken = await editor.ask({ method: "POST", url: "/api/session", headers: own, payload });
    const all: [string, object][] = [
      ["deploy", { Authorization: `Bearer ${token}` }],
      ["deploy", sessionOf(byToken)],
      ["carl", sessionOf(await open(editor, await editor.invite({ name: "carl" })))],
    ];
    for (const [name, headers] of all)
      for (const answer of [await invite(editor, wanted, headers), await tokens(editor, headers)]) {
        expect(outcome(answer)).toEqual([403, "SHELL_NEEDED"]);
        expect(answer.json().detail).toContain(`${name} signed in with a token`);
      }
    expect(outcome(await tokens(editor, {}))).toEqual([401, "CREDENTIAL_MISSING"]);
    expect(outcome(await invite(editor, wanted, {}))).toEqual([401, "CREDENTIAL_MISSING"]);
  });

  it.each([
    [{}, /^An invitation is \{"name"/],
    [{ ...wanted, more: 1 }, /send these three\.$/],
    [{ ...wanted, name: 7 }, /^"name" must be .*, not 7\.$/],
    [{ ...wanted, name: "a\u202eb" }, /^"name" must be .*not "a\\u202eb"\.$/],
    [{ ...wanted, scope: "admin" }, /^"scope" must be "read" or "write", not "admin"\.$/],
    [{ ...wanted, expires: "soon" }, /^"expires" must be .*such as 12h or 90d/],
  ])("is told in a sentence what is wrong with %j", async (body, detail) => {
    const editor = shared();
    const answer = await invite(editor, body, await editor.signIn());
    expect(outcome(answer)).toEqual([422, "INVITATION_INVALID"]);
    expect(answer.json().detail).toMatch(detail);
  });

  it("is told of a name that is taken, however it is typed, and may have that of an expired token", async () => {
    const editor = await editHere();
    const session = await editor.signIn();
    await editor.addToken("zoë".normalize("NFC"));
    const taken = await invite(editor, { ...wanted, name: "zoë".normalize("NFD") }, session);
    expect(outcome(taken)).toEqual([409, "TOKEN_EXISTS"]);
    expect(taken.json().detail).toContain("notice token revoke");
    await editor.addToken("ben", "write", minute);
    editor.pass(minute);
    expect((await open(editor, await editor.invite({ name: "ben" }))).statusCode).toBe(200);
  });

  it("may have a hundred open at once, and one more once one is used", async () => {
    const editor = await editHere();
    const session = await editor.signIn();
    const all = [];
    for (let count = 0; count < 100; count += 1)
      all.push((await invite(editor, { ...wanted, name: `n${count}` }, session)).json().link);
    const more = () => invite(editor, { ...wanted, name: "one more" }, session);
    const refused = await more();
    expect(outcome(refused)).toEqual([409, "INVITATIONS_OPEN"]);
    expect(refused.json().detail).toMatch(/^100 invitations are open/);
    // Another for a name that has one takes no more room.
    const again = await invite(editor, { ...wanted, name: "n7" }, session);
    expect(again.statusCode).toBe(200);
    await open(editor, new URL(all[0]).hash.replace("#invitation=", ""));
    expect((await more()).statusCode).toBe(200);
  });
});
