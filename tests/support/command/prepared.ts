import { join } from "node:path";
import { sqliteBackend } from "../../../data/sqlite/backend.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import type { CommandOutcome } from "../../../scripts/run.ts";
import { temporaryFolder } from "../folder.ts";
import { draftWith } from "../texts/notices.ts";
import { notice, noticeProcess } from "./command.ts";

export type Run = (...args: string[]) => Promise<CommandOutcome>;

/** A command and the store that it works on. */
export interface Prepared {
  /** Runs it in this process. */
  run: Run;
  /** Runs it in a process of its own. */
  runProcess: Run;
  env: NodeJS.ProcessEnv;
  database: string;
  /** The line of output that names the store of a change. */
  storeLine: string;
  /** The line of output that says how to undo a change, by this revision. */
  backTo(revision: number): string;
  /** The notice in the store, read without a command. */
  document(): Promise<Notice>;
}

/** Creates a store with the default notice, and gives what runs commands on it. */
export async function prepared(settings: NodeJS.ProcessEnv = {}): Promise<Prepared> {
  const database = join(temporaryFolder(), "notice.db");
  const backend = sqliteBackend(database);
  await backend.create({ ...draftWith(), number: 1 });
  const env = { ...process.env, DATABASE: database, NOTICE_AUTHOR: "anna", TZ: "UTC", ...settings };
  const document = async () => {
    const store = await backend.open();
    const { notice: stored } = await store.latest().finally(() => store.close());
    return stored;
  };
  return {
    run: (...args) => notice(env, args),
    runProcess: (...args) => noticeProcess(env, args),
    env,
    database,
    storeLine: `The store is ${database}.\n`,
    backTo: (revision) => `To undo: \`npx notice rollback ${revision}\`.\n`,
    document,
  };
}
