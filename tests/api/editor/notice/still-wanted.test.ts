import { once } from "node:events";
import { connect } from "node:net";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../../../support/network/sockets.ts";
import { outcomeOf, sessionOf, sharedEditor } from "../../../support/service/editor-here.ts";
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

/** The connection of a change whose sender has got 100 Continue, and may send the body. */
async function beginPatch(credential: object) {
  const { port } = editor();
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  onTestFinished(() => void socket.destroy());
  const headers = {
    Host: `127.0.0.1:${port}`,
    ...credential,
    Connection: "close",
    "Sec-Fetch-Site": "same-origin",
    "Content-Type": "application/merge-patch+json",
    "Content-Length": body.length,
    Expect: "100-continue",
  };
  const lines = Object.entries(headers).map((header) => header.join(": "));
  socket.write(`${["PATCH /api/notice HTTP/1.1", ...lines].join("\r\n")}\r\n\r\n`);
  expect(String(await once(socket, "data"))).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  return socket;
}

describe("A change while another process locks the store", () => {
  it("waits and is published, and other requests are answered meanwhile", async () => {
    const api = writing(editor(), await editor().addToken("patient"));
    const seen = watchChanges();
    const release = lockStore();
    let isAnswered = false;
    const changes = ["one", "two", "three"].map((title) =>
      api.patch({ title }, { "Idempotency-Key": title }).finally(() => {
        isAnswered = true;
      }),
    );
    await expect.poll(() => seen.attempts).toBeGreaterThan(6);
    const looks = [
      await editor().ask({ url: "/healthz" }),
      await api.get("/api/notice"),
      await api.get("/api/revisions"),
      await api.validate({}),
    ];
    expect([looks.map(({ statusCode }) => statusCode), isAnswered]).toEqual([[200, 200, 200, 422], false]);
    release();
    for (const change of changes) expect((await change).json()).toMatchObject({ published: true });
  });

  it("is not published if its client has gone", async () => {
    const before = await editor().backend.latestNumber();
    const seen = watchChanges();
    const Authorization = `Bearer ${await editor().addToken("gone")}`;
    const release = lockStore();
    const socket = await beginPatch({ Authorization });
    socket.write(body);
    await expect.poll(() => seen.attempts).toBeGreaterThan(1);
    socket.destroy();
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
  const socket = await beginPatch(session);
  await editor().revokeToken("author");
  const [head = "", problem = ""] = (await until(socket, body)).split("\r\n\r\n");
  expect([head.split(" ")[1], JSON.parse(problem).code]).toEqual(["401", "SESSION_ENDED"]);
  expect(await editor().backend.latestNumber()).toBe(before);
});
