import { join } from "node:path";
import { sqliteBackend } from "../../../data/sqlite/backend.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import type { CommandOutcome } from "../../../scripts/run.ts";
import { temporaryFolder } from "../folder.ts";
import { draftWith } from "../texts/notices.ts";
import { notice } from "./command.ts";

export type Run = (...args: string[]) => Promise<CommandOutcome>;

/** A store, and commands on it in this process. */
export interface Prepared {
  run: Run;
  env: NodeJS.ProcessEnv;
  database: string;
  /** The line of output that names the store of a change. */
  storeLine: string;
  /** The line of output that says how to return to this revision. */
  backTo(revision: number): string;
  /** The notice in the store, read without a command. */
  document(): Promise<Notice>;
}

/** Creates a store with the default notice. */
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
    env,
    database,
    storeLine: `The store is ${database}.\n`,
    backTo: (revision) => `To undo: \`npx notice rollback ${revision}\`.\n`,
    document,
  };
}
