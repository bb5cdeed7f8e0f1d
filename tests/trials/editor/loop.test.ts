import { randomUUID } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { migrate } from "../../../data/sqlite-file/format.ts";
import { createConnection } from "../../../data/sqlite-file/open.ts";
import { insertRevision } from "../../../data/sqlite-file/row.ts";
import { defaults } from "../../../schema/notice/defaults.ts";
import { noticeProcess } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { asking } from "../../support/network/http.ts";
import { startEditorProcess } from "../../support/service/editor-process.ts";
import { monitorPauses } from "../../support/service/pauses.ts";
import { writing } from "../../support/service/writing.ts";

const revisions = 100_000;

/** Creates a store with that many revisions. */
function fillStore(file: string): void {
  const db = createConnection(file, { busyTimeoutMs: 0 });
  const fill = db.transaction(() => {
    migrate(db, file);
    for (let revision = 1; revision <= revisions; revision += 1) {
      const notice = { ...defaults, message: `Change ${revision}` };
      insertRevision(db, { notice, author: "trial", requestId: randomUUID() }, revision);
    }
  });
  fill.immediate();
  db.close();
}

/** An editor that programs use all of while others work on its store. */
async function startUsed(database: string, annotate: (message: string) => Promise<unknown>) {
  const monitor = monitorPauses();
  const editor = await startEditorProcess({ settings: { DATABASE: database, ...monitor.env } });
  const { NODE_OPTIONS: _, ...env } = editor.env;
  const { stdout } = await noticeProcess(env, ["token", "create", "trial", "--json"]);
  const api = writing({ ask: asking(editor.url) }, JSON.parse(stdout).token);
  const use = async (isOver: () => boolean, isOnlyLooking: boolean): Promise<string> => {
    const counts = new Map<string, number>();
    while (!isOver()) {
      const answers = {
        history: await api.get("/api/revisions?limit=100"),
        ...(!isOnlyLooking && {
          change: await api.patch({ title: randomUUID() }, { "Idempotency-Key": randomUUID() }),
        }),
      };
      for (const [name, { statusCode }] of Object.entries(answers))
        counts.set(`${name} ${statusCode}`, (counts.get(`${name} ${statusCode}`) ?? 0) + 1);
    }
    return [...counts].map(([name, count]) => `${count} × ${name}`).join(", ");
  };
  const during = async (what: string, work: () => Promise<unknown>, isOnlyLooking = false): Promise<void> => {
    await monitor.read(editor);
    const begun = performance.now();
    let isOver = false;
    const using = use(() => isOver, isOnlyLooking);
    await work();
    const took = ((performance.now() - begun) / 1000).toFixed(1);
    isOver = true;
    const answered = await using;
    const { clockMs, processorMs } = await monitor.read(editor);
    await annotate(
      `${what}, ${took} s: the longest turn took ${clockMs} ms, ${processorMs} ms at most were processor time; ${answered}`,
    );
  };
  const run = async (...args: string[]): Promise<void> => {
    const { code, stderr } = await noticeProcess(env, args);
    expect([code, stderr]).toEqual([0, ""]);
  };
  return { during, run };
}

it("the editor's event loop goes on while others work on a large store", async ({ annotate }) => {
  const folder = temporaryFolder();
  const [database, fresh, backup] = ["notice.db", "fresh.db", "backup.db"].map((name) => join(folder, name));
  if (!database || !fresh || !backup) return;
  fillStore(database);
  const { during, run } = await startUsed(database, annotate);
  await during(`${revisions} revisions`, () => sleep(3000));
  await during("somebody else's backup", () => run("backup", backup));
  await during("somebody else's check", () => run("check"));
  await during("somebody else's restore, as a revision", () => run("restore", backup));
  await during("somebody else's restore, in the place of a broken store", async () => {
    writeFileSync(`${database}.broken`, "x".repeat(20_000));
    renameSync(`${database}.broken`, database);
    await run("restore", backup);
  });
  const filled = await startUsed(fresh, annotate);
  // A store that has been changed would get one more revision, and not the whole history.
  const restore = () => filled.run("restore", backup);
  await filled.during("somebody else's restore of a whole history", restore, true);
  await filled.during("changes after that", () => sleep(1000));
});
