import { describe, expect, it } from "vitest";
import { defaults } from "../../schema/notice/defaults.ts";
import type { Answer } from "../support/network/http.ts";
import { type EditorHere, editHere, sharedEditor } from "../support/service/editor-here.ts";

const shared = sharedEditor();
const minute = 60_000;
const hour = 60 * minute;

function post(editor: EditorHere, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  const payload = JSON.stringify(body);
  const type = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" };
  return editor.ask({ method: "POST", url: "/api/session", headers: { ...type, ...headers }, payload });
}

const cookieIn = ({ headers }: Answer) => String(headers["set-cookie"]?.[0]);
const idIn = (answer: Answer) => cookieIn(answer).split(/[=;]/)[1] ?? "";
const session = async (editor: EditorHere, cookie: string) =>
  editor.ask({ url: "/api/session", headers: { Cookie: cookie } });

describe("a link", () => {
  it("has its secret in the fragment, which no request holds, and 256 bits of it", () => {
    const link = new URL(shared().makeLink());
    expect(link.origin).toBe(shared().url);
    expect([link.pathname, link.search]).toEqual(["/", ""]);
    expect(link.hash).toMatch(/^#link=[A-Za-z0-9_-]{43}$/);
    expect(shared().makeLink()).not.toBe(link.href);
  });

  it("signs in whoever has the shell, under their name", async () => {
    const editor = shared();
    const signedIn = await post(editor, { secret: editor.secret() });
    expect([signedIn.statusCode, signedIn.body]).toEqual([204, ""]);
    const reply = await session(editor, cookieIn(signedIn));
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

  it("is not spent by anything that only looks at it", async () => {
    const editor = shared();
    const secret = editor.secret();
    for (const url of ["/", `/?link=${secret}`, `/api/session?secret=${secret}`]) await editor.ask({ url });
    expect((await post(editor, { secret })).statusCode).toBe(204);
  });

  it("works once, even for those who come at the same time", async () => {
    const editor = await editHere();
    const secret = editor.secret();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(editor, { secret })));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([204, 401, 401, 401, 401, 401, 401, 401]);
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
    expect((await post(editor, { secret: early })).statusCode).toBe(204);
    editor.pass(5000);
    expect((await post(editor, { secret: late })).statusCode).toBe(401);
  });

  it.each([
    ["nothing", () => ""],
    ["a beginning", (secret: string) => secret.slice(0, -1)],
    ["a little more", (secret: string) => `${secret}A`],
    ["a letter that differs", (secret: string) => `${secret[0] === "A" ? "B" : "A"}${secret.slice(1)}`],
    ["another alphabet", (secret: string) => `${secret}=`],
    ["its sum, which the editor keeps", () => "__proto__"],
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
    const first = cookieIn(await post(editor, { secret: editor.secret() })).split(";")[0] ?? "";
    const second =
      cookieIn(await post(editor, { secret: editor.secret() }, { Cookie: first })).split(";")[0] ?? "";
    expect(second).not.toBe(first);
    expect((await session(editor, first)).statusCode).toBe(401);
    expect((await session(editor, second)).statusCode).toBe(200);
  });

  it("of a session that ended within the last minute is left, as a sign-in may have replaced it meanwhile", async () => {
    const editor = await editHere();
    const first = await editor.signIn();
    await post(editor, { secret: editor.secret() }, { Cookie: first });
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
    expect((await session(editor, planted)).statusCode).toBe(401);
  });

  it("of one editor is nothing to another on the same machine", async () => {
    const [one, other] = [shared(), await editHere()];
    const [here, there] = [await one.signIn(), await other.signIn()];
    // Browsers send both to both.
    const both = `${here}; ${there}`;
    expect((await session(one, both)).statusCode).toBe(200);
    expect((await session(other, both)).statusCode).toBe(200);
    const id = here.split("=")[1];
    expect((await session(other, `backsoon-${other.port}=${id}`)).statusCode).toBe(401);
  });

  it("that is none, or no longer one, is refused and taken away", async () => {
    const editor = await editHere();
    const reply = await session(editor, `backsoon-${editor.port}=old`);
    expect([reply.statusCode, reply.json().code]).toEqual([401, "SESSION_ENDED"]);
    expect(cookieIn(reply)).toMatch(/^backsoon-\d+=; Max-Age=0;/);
    // The page itself comes in any case.
    const page = await editor.ask({ headers: { Cookie: `backsoon-${editor.port}=old` } });
    expect(page.statusCode).toBe(200);
  });
});

describe("a session", () => {
  const use = async (editor: EditorHere, cookie: string): Promise<number> => {
    const headers = { Cookie: cookie, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json" };
    const payload = JSON.stringify(defaults);
    return (await editor.ask({ method: "POST", url: "/api/notice/validate", headers, payload })).statusCode;
  };

  it("ends after twelve hours, whatever is done in them", async () => {
    const editor = await editHere();
    const cookie = await editor.signIn();
    for (let passed = 0; passed < 11 * hour; passed += 1.5 * hour) {
      expect([passed, await use(editor, cookie)]).toEqual([passed, 200]);
      editor.pass(1.5 * hour);
    }
    expect(await use(editor, cookie)).toBe(401);
  });

  it("ends after two hours in which nobody did anything, while a page that is left open goes on asking", async () => {
    const editor = await editHere();
    const cookie = await editor.signIn();
    editor.pass(1.9 * hour);
    expect((await session(editor, cookie)).statusCode).toBe(200);
    editor.pass(0.2 * hour);
    expect((await session(editor, cookie)).statusCode).toBe(401);
  });

  it("ends with a sign-out, which may come twice", async () => {
    const editor = await editHere();
    const cookie = await editor.signIn();
    const signOut = () =>
      editor.ask({
        ...{ method: "DELETE", url: "/api/session" },
        headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin" },
      });
    const first = await signOut();
    expect([first.statusCode, cookieIn(first).includes("Max-Age=0")]).toEqual([204, true]);
    expect((await signOut()).statusCode).toBe(204);
    expect((await session(editor, cookie)).statusCode).toBe(401);
  });

  it("does not outlive the editor", async () => {
    const editor = await editHere();
    const cookie = await editor.signIn();
    await editor.stop();
    await expect(session(editor, cookie)).rejects.toThrow(/ECONNREFUSED/);
    const next = await editHere();
    const id = cookie.split("=")[1];
    expect((await session(next, `backsoon-${next.port}=${id}`)).statusCode).toBe(401);
  });
});
