import { describe, expect, it } from "vitest";
import { defaults } from "../../../schema/notice/defaults.ts";
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

function post(editor: EditorHere, body: object, headers: Record<string, string> = {}): Promise<Reply> {
  const payload = JSON.stringify(body);
  const type = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" };
  return editor.ask({ method: "POST", url: "/api/session", headers: { ...type, ...headers }, payload });
}

const cookieIn = ({ headers }: Reply) => String(headers["set-cookie"]?.[0]);
const idIn = (answer: Reply) => cookieIn(answer).split(/[=;]/)[1] ?? "";
const session = async (editor: EditorHere, headers: Partial<SessionHeaders>) =>
  editor.ask({ url: "/api/session", headers });

describe("a link", () => {
  it("signs in whoever has the shell, under their name", async () => {
    const editor = shared();
    const signedIn = await post(editor, { secret: editor.secret() });
    expect([signedIn.statusCode, Object.keys(signedIn.json())]).toEqual([200, ["key"]]);
    const reply = await session(editor, sessionOf(signedIn));
    expect(reply.json()).toEqual({
      name: "anna",
      scope: "write",
      via: "link",
      expiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const hours = (Date.parse(reply.json().expiresAt) - Date.now()) / hour;
    expect(hours).toBeGreaterThan(11.9);
    expect(hours).toBeLessThanOrEqual(12);
  });

  it("works once, even for those who come at the same time", async () => {
    const editor = await editHere();
    const secret = editor.secret();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(editor, { secret })));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, 401, 401, 401, 401, 401, 401, 401]);
    const late = answers.find(({ statusCode }) => statusCode === 401);
    expect(late?.json()).toMatchObject({
      code: "LINK_WRONG",
      detail: expect.stringContaining("notice editor link"),
    });
    expect(late?.headers["set-cookie"]).toBeUndefined();
  });

  it("works for five minutes", async () => {
    const editor = await editHere();
    const [early, late] = [editor.secret(), editor.secret()];
    editor.pass(5 * minute - 5000);
    expect((await post(editor, { secret: early })).statusCode).toBe(200);
    editor.pass(5000);
    expect((await post(editor, { secret: late })).statusCode).toBe(401);
  });

  it.each([
    ["nothing", () => ""],
    ["a beginning", (secret: string) => secret.slice(0, -1)],
    ["a letter that differs", (secret: string) => `${secret[0] === "A" ? "B" : "A"}${secret.slice(1)}`],
  ])("is not guessed by %s", async (_name, guess) => {
    const editor = await editHere();
    expect((await post(editor, { secret: guess(editor.secret()) })).statusCode).toBe(401);
  });
});

describe("the cookie", () => {
  it("is the browser's alone, of this port, and sent to this site alone", async () => {
    const editor = shared();
    const parts = cookieIn(await post(editor, { secret: editor.secret() })).split("; ");
    expect(parts[0]).toMatch(new RegExp(`^backsoon-${editor.port}=[A-Za-z0-9_-]{43}$`));
    expect(parts.slice(1).sort()).toEqual(["HttpOnly", "Max-Age=43200", "Path=/", "SameSite=Strict"]);
  });

  it("is sent over TLS alone, and can be set by no neighbour, where the editor is", async () => {
    const editor = await editHere({ origin: "https://notice.example.com" });
    const headers = { Host: "notice.example.com" };
    const parts = cookieIn(await post(editor, { secret: editor.secret() }, headers)).split("; ");
    expect(parts[0]).toMatch(/^__Host-backsoon-443=/);
    expect(parts.slice(1).sort()).toEqual([
      "HttpOnly",
      "Max-Age=43200",
      "Path=/",
      "SameSite=Strict",
      "Secure",
    ]);
  });

  it("is a new one at each sign-in, and ends the one before", async () => {
    const editor = await editHere();
    const first = await editor.signIn();
    const second = sessionOf(await post(editor, { secret: editor.secret() }, first));
    expect(second.Cookie).not.toBe(first.Cookie);
    expect(second["Session-Key"]).not.toBe(first["Session-Key"]);
    expect((await session(editor, first)).statusCode).toBe(401);
    expect((await session(editor, second)).statusCode).toBe(200);
  });

  it("of a session that ended within the last minute is left, as a sign-in may have replaced it meanwhile", async () => {
    const editor = await editHere();
    const first = await editor.signIn();
    await post(editor, { secret: editor.secret() }, first);
    for (let count = 0; count < 11; count += 1) {
      const reply = await session(editor, first);
      expect([reply.statusCode, reply.headers["set-cookie"]]).toEqual([401, undefined]);
    }
    editor.pass(minute);
    expect(cookieIn(await session(editor, first))).toMatch(/^backsoon-\d+=; Max-Age=0;/);
  });

  it("is never one that somebody planted", async () => {
    const editor = await editHere();
    const planted = `backsoon-${editor.port}=${"A".repeat(43)}`;
    const signedIn = await post(editor, { secret: editor.secret() }, { Cookie: planted });
    expect(idIn(signedIn)).not.toBe("A".repeat(43));
    expect((await session(editor, { Cookie: planted })).statusCode).toBe(401);
  });

  it("of one editor is nothing to another on the same machine", async () => {
    const [one, other] = [shared(), await editHere()];
    const [here, there] = [await one.signIn(), await other.signIn()];
    // Browsers send both to both.
    const Cookie = `${here.Cookie}; ${there.Cookie}`;
    expect((await session(one, { ...here, Cookie })).statusCode).toBe(200);
    expect((await session(other, { ...there, Cookie })).statusCode).toBe(200);
    const id = here.Cookie.split("=")[1];
    expect((await session(other, { ...here, Cookie: `backsoon-${other.port}=${id}` })).statusCode).toBe(401);
  });

  it("that is none, or no longer one, is refused and taken away", async () => {
    const editor = await editHere();
    const reply = await session(editor, { Cookie: `backsoon-${editor.port}=old` });
    expect([reply.statusCode, reply.json().code]).toEqual([401, "SESSION_ENDED"]);
    expect(cookieIn(reply)).toMatch(/^backsoon-\d+=; Max-Age=0;/);
    // The page itself comes in any case.
    const page = await editor.ask({ headers: { Cookie: `backsoon-${editor.port}=old` } });
    expect(page.statusCode).toBe(200);
  });
});

describe("a session", () => {
  const use = async (editor: EditorHere, session: SessionHeaders): Promise<number> => {
    const headers = { ...session, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json" };
    const payload = JSON.stringify(defaults);
    return (await editor.ask({ method: "POST", url: "/api/notice/validate", headers, payload })).statusCode;
  };

  it("ends after twelve hours, whatever is done in them", async () => {
    const editor = await editHere();
    const signedIn = await editor.signIn();
    for (let passed = 0; passed < 11 * hour; passed += 1.5 * hour) {
      expect([passed, await use(editor, signedIn)]).toEqual([passed, 200]);
      editor.pass(1.5 * hour);
    }
    expect(await use(editor, signedIn)).toBe(401);
  });

  it("ends after two hours in which nobody did anything, while a page that is left open goes on asking", async () => {
    const editor = await editHere();
    const signedIn = await editor.signIn();
    editor.pass(1.9 * hour);
    expect((await session(editor, signedIn)).statusCode).toBe(200);
    editor.pass(0.2 * hour);
    expect((await session(editor, signedIn)).statusCode).toBe(401);
  });

  it("that has ended stays ended when the clock goes back, and a new one lasts as long as any", async () => {
    const editor = await editHere();
    const [idle, signedOut] = [await editor.signIn(), await editor.signIn()];
    const headers = { ...signedOut, "Sec-Fetch-Site": "same-origin" };
    await editor.ask({ method: "DELETE", url: "/api/session", headers });
    const secret = editor.secret();
    editor.pass(13 * hour);
    expect((await session(editor, idle)).statusCode).toBe(401);
    editor.secret();
    editor.pass(-13 * hour);
    for (const ended of [idle, signedOut]) expect((await session(editor, ended)).statusCode).toBe(401);
    expect((await post(editor, { secret })).statusCode).toBe(401);
    const later = await editor.signIn();
    const { expiresAt } = (await session(editor, later)).json();
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 12 * hour)).toBeLessThan(minute);
    expect(await use(editor, later)).toBe(200);
    editor.pass(2.1 * hour);
    expect((await session(editor, later)).statusCode).toBe(401);
  });

  it("ends with a sign-out, which may come twice", async () => {
    const editor = await editHere();
    const signedIn = await editor.signIn();
    const signOut = () =>
      editor.ask({
        method: "DELETE",
        url: "/api/session",
        headers: { ...signedIn, "Sec-Fetch-Site": "same-origin" },
      });
    const first = await signOut();
    expect([first.statusCode, cookieIn(first).includes("Max-Age=0")]).toEqual([204, true]);
    expect((await signOut()).statusCode).toBe(204);
    expect((await session(editor, signedIn)).statusCode).toBe(401);
  });
});

describe("the key of a session", () => {
  const json = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" };

  it("is what the cookie opens nothing without: no read and no sign-out", async () => {
    const editor = await editHere();
    const signedIn = await editor.signIn();
    const headers = { Cookie: signedIn.Cookie, ...json };
    for (const url of ["/api/session", "/api/notice", "/api/revisions", "/api/revisions/1", "/api/nodes"])
      for (const method of url === "/api/session" ? ["GET", "DELETE"] : ["GET"]) {
        const answer = await editor.ask({ method, url, headers });
        expect([url, answer.statusCode, answer.json().code]).toEqual([url, 401, "SESSION_LOCKED"]);
        // Its page may have the key, and has no other cookie.
        expect(answer.headers).not.toHaveProperty("set-cookie");
        expect(answer.headers["www-authenticate"]).toBe("Bearer");
        expect(answer.json().detail).toContain("not the key");
      }
    expect((await session(editor, signedIn)).statusCode).toBe(200);
    // What needs no credential needs none.
    expect((await editor.ask({ url: "/api/openapi.json", headers })).statusCode).toBe(200);
    expect((await editor.ask({ url: "/", headers })).statusCode).toBe(200);
    expect((await post(editor, { secret: editor.secret() }, headers)).statusCode).toBe(200);
  });

  it("is asked of nobody with a token, and of a wrong one nothing else is", async () => {
    const editor = await editHere();
    const { Cookie } = await editor.signIn();
    const token = await editor.addToken("deploy");
    const ask = (headers: Record<string, string>) => editor.ask({ url: "/api/session", headers });
    expect((await ask({ Cookie, Authorization: `Bearer ${token}` })).json().name).toBe("deploy");
    // A tab that has not heard of a new sign-in yet is wrong, and must not be kept out for it.
    for (let count = 0; count < 12; count += 1)
      expect((await ask({ Cookie, "Session-Key": "A".repeat(43) })).json().code).toBe("SESSION_LOCKED");
  });

  it("keeps a session alive, and the cookie alone does not", async () => {
    const editor = await editHere();
    const signedIn = await editor.signIn();
    editor.pass(1.9 * hour);
    const headers = { Cookie: signedIn.Cookie, ...json };
    await editor.ask({ method: "POST", url: "/api/notice/validate", headers, payload: "{}" });
    await editor.ask({ method: "DELETE", url: "/api/session", headers });
    editor.pass(0.2 * hour);
    expect((await session(editor, signedIn)).json().code).toBe("SESSION_ENDED");
  });
});
