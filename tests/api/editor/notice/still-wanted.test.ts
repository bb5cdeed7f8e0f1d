import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { bearer, outcomeOf, sessionOf, sharedEditor } from "../../../support/service/editor-here.ts";
import { writing } from "../../../support/service/writing.ts";

const editor = sharedEditor();

/** Locks the store as another process does. Returns a function that unlocks it. */
function lockStore(sql = ""): () => void {
  const db = new Database(editor().database);
  db.exec(`BEGIN IMMEDIATE; ${sql}`);
  const release = (): void => {
    if (db.inTransaction) db.exec("COMMIT");
    db.close();
  };
  onTestFinished(release);
  return release;
}

/** Counts the attempts to write until the test ends, with their outcomes. */
function watchChanges(): { attempts: number; ended: string[] } {
  const { backend } = editor();
  const { open } = backend;
  onTestFinished(() => void Object.assign(backend, { open }));
  const seen = { attempts: 0, ended: [] as string[] };
  backend.open = async (deadline) => {
    const store = await open(deadline);
    const append: typeof store.append = (draft, beforeWrite) => {
      const appending = store.append(draft, () => {
        seen.attempts += 1;
        return beforeWrite?.() ?? Promise.resolve();
      });
      appending.then(
        () => seen.ended.push("published"),
        ({ code }) => seen.ended.push(code),
      );
      return appending;
    };
    return { ...store, append };
  };
  return seen;
}

const body = '{"title":"Unheard"}';

/** A change whose sender has got 100 Continue, and may send the body. */
async function beginPatch(credential: object): Promise<ClientRequest> {
  const to = { port: editor().port, host: "127.0.0.1", path: "/api/notice", agent: false };
  const type = { "Content-Type": "application/merge-patch+json", "Content-Length": body.length };
  const headers = { ...credential, ...type, "Sec-Fetch-Site": "same-origin", Expect: "100-continue" };
  const sent = request({ ...to, method: "PATCH", headers }).on("error", () => {});
  onTestFinished(() => void sent.destroy());
  sent.flushHeaders();
  await once(sent, "continue");
  return sent;
}

describe("A change while another process locks the store", () => {
  it("waits and is published, and other requests are answered meanwhile", async () => {
    const api = writing(editor(), await editor().addToken("patient"));
    const seen = watchChanges();
    const release = lockStore();
    const answered = vi.fn();
    const changes = ["one", "two", "three"].map((title) =>
      api.patch({ title }, { "Idempotency-Key": title }).finally(answered),
    );
    await expect.poll(() => seen.attempts).toBeGreaterThan(6);
    for (const url of ["/healthz", "/api/notice", "/api/revisions"])
      expect([url, (await api.get(url)).statusCode]).toEqual([url, 200]);
    expect((await api.validate({})).statusCode).toBe(422);
    expect(answered).not.toHaveBeenCalled();
    release();
    for (const change of changes) expect((await change).json()).toMatchObject({ published: true });
  });

  it("is not published if its client has gone", async () => {
    const before = await editor().backend.latestNumber();
    const seen = watchChanges();
    const token = await editor().addToken("gone");
    const release = lockStore();
    const sent = await beginPatch(bearer(token));
    sent.end(body);
    await expect.poll(() => seen.attempts).toBeGreaterThan(1);
    sent.destroy();
    await expect.poll(() => seen.ended).toEqual(["REQUEST_TOO_SLOW"]);
    release();
    expect(await editor().backend.latestNumber()).toBe(before);
  });

  it("is refused if its token was revoked meanwhile", async () => {
    const before = await editor().backend.latestNumber();
    const token = await editor().addToken("late");
    const seen = watchChanges();
    const release = lockStore("DELETE FROM token WHERE name = 'late'");
    const reply = writing(editor(), token).patch({ title: "Unheard" });
    await expect.poll(() => seen.attempts).toBeGreaterThan(1);
    release();
    expect(outcomeOf(await reply)).toEqual([401, "TOKEN_WRONG"]);
    expect(await editor().backend.latestNumber()).toBe(before);
  });
});

it("A change is refused if its sign-in ends before its body has come", async () => {
  const token = await editor().addToken("author");
  const session = sessionOf(await editor().send("POST", "/api/session", { token }));
  const before = await editor().backend.latestNumber();
  const sent = await beginPatch(session);
  await editor().revokeToken("author");
  sent.end(body);
  const [reply] = (await once(sent, "response")) as [IncomingMessage];
  expect([reply.statusCode, JSON.parse(await text(reply)).code]).toEqual([401, "SESSION_ENDED"]);
  expect(await editor().backend.latestNumber()).toBe(before);
});
