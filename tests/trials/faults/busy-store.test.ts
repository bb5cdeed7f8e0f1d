import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { sqliteBackend } from "../../../data/sqlite/backend.ts";
import { notice } from "../../support/command/command.ts";
import { type EditorProcess, startEditorProcess } from "../../support/service/editor-process.ts";

/** Longer than a write waits for the lock, and than Node waits for the head of a request, in ms. */
const heldMs = 6500;
const rounds = 3;
const writers = 6;

async function tokenFor({ env }: Pick<EditorProcess, "env">): Promise<string> {
  const { stdout } = await notice(env, ["token", "create", "trial", "--json"]);
  return JSON.parse(stdout).token;
}

/** A change of the title over a connection of its own, which is there before the change is sent. */
async function connectPatch({ url }: EditorProcess, token: string, title: string) {
  const { port, host } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1").on("error", () => {});
  await once(socket, "connect");
  const body = JSON.stringify({ title });
  const head = [
    "PATCH /api/notice HTTP/1.1",
    ...[`Host: ${host}`, `Authorization: Bearer ${token}`, "Connection: close"],
    ...["Content-Type: application/merge-patch+json", `Content-Length: ${body.length}`],
  ];
  return {
    title,
    async send(): Promise<number> {
      let answer = "";
      socket.on("data", (chunk) => (answer += chunk));
      socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
      await once(socket, "close");
      return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
    },
  };
}

async function titlesIn(database: string): Promise<Set<string>> {
  const store = await sqliteBackend(database).read();
  const history = await store.history({ limit: 1000 }).finally(() => store.close());
  return new Set(history.map((entry) => ("notice" in entry ? entry.notice.title : "")));
}

/** Which of the changes were refused, and published all the same. */
async function refusedAndPublished(database: string, changes: { title: string; status: number }[]) {
  const titles = await titlesIn(database);
  return changes.filter(({ title, status }) => status !== 200 && status !== 504 && titles.has(title));
}

function countsOf(changes: { status: number }[]): string {
  const counts = new Map<number, number>();
  for (const { status } of changes) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(", ");
}

it("what a locked store made the editor refuse is never published, and the editor goes on answering", async ({
  annotate,
}) => {
  const editor = await startEditorProcess();
  const token = await tokenFor(editor);
  const lock = new Database(editor.database);
  const changes: { title: string; status: number }[] = [];
  let longestMs = 0;
  for (let round = 0; round < rounds; round += 1) {
    lock.exec("BEGIN IMMEDIATE");
    let isOver = false;
    const asking = (async () => {
      while (!isOver) {
        const begun = performance.now();
        await fetch(`${editor.url}/healthz`);
        longestMs = Math.max(longestMs, performance.now() - begun);
        await sleep(50);
      }
    })();
    const sent = Array.from({ length: writers }, async (_, index) => {
      await sleep(index * 1000);
      const change = await connectPatch(editor, token, `${round}-${index}`);
      return { title: change.title, status: await change.send() };
    });
    await sleep(heldMs);
    lock.exec("ROLLBACK");
    changes.push(...(await Promise.all(sent)));
    isOver = true;
    await asking;
  }
  lock.close();
  const wrong = await refusedAndPublished(editor.database, changes);
  await annotate(
    `${changes.length} changes while the store was locked for ${heldMs} ms: ${countsOf(changes)}; ${wrong.length} refused and published; /healthz took ${Math.round(longestMs)} ms at most`,
  );
  expect(wrong).toEqual([]);
});

it("what Node has given up on is never published", async ({ annotate }) => {
  const editor = await startEditorProcess();
  const token = await tokenFor(editor);
  const changes: { title: string; status: number }[] = [];
  for (let round = 0; round < 2; round += 1) {
    const made = await Promise.all(
      Array.from({ length: writers }, (_, index) => connectPatch(editor, token, `${round}-${index}`)),
    );
    // By its answer the connections before it have been accepted.
    await fetch(`${editor.url}/healthz`);
    process.kill(editor.pid, "SIGSTOP");
    const sent = made.map(async ({ title, send }) => ({ title, status: await send() }));
    await sleep(heldMs);
    process.kill(editor.pid, "SIGCONT");
    changes.push(...(await Promise.all(sent)));
  }
  const wrong = await refusedAndPublished(editor.database, changes);
  await annotate(
    `${changes.length} changes to an editor that stood still for ${heldMs} ms: ${countsOf(changes)}; ${wrong.length} refused and published`,
  );
  expect(wrong).toEqual([]);
});
