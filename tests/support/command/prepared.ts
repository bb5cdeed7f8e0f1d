import { join } from "node:path";
import { expect } from "vitest";
import { sqliteBackend } from "../../../data/sqlite/backend.ts";
import { temporaryFolder } from "../folder.ts";
import { newStore } from "../store/sqlite-file.ts";
import { notice } from "./command.ts";

/** A store, and commands on it in this process. */
export type Prepared = Awaited<ReturnType<typeof prepared>>;

/** Creates a store with the default notice. */
export async function prepared(settings: NodeJS.ProcessEnv = {}) {
  const database = await newStore();
  const env = { ...process.env, DATABASE: database, NOTICE_AUTHOR: "anna", TZ: "UTC", ...settings };
  return {
    run: (...args: string[]) => notice(env, args),
    env,
    database,
    /** The line of output that names the store of a change. */
    storeLine: `The store is ${database}.\n`,
    /** The line of output that says how to return to this revision. */
    backTo: (revision: number) => `To undo: \`npx notice rollback ${revision}\`.\n`,
    /** The notice in the store, read without a command. */
    document: async () => {
      const store = await sqliteBackend(database).open();
      return (await store.latest().finally(() => store.close())).notice;
    },
  };
}

/** A store with two revisions, and a backup of it. */
export async function backedUp() {
  const at = await prepared();
  await at.run("set", "--title", "Good");
  const backup = join(temporaryFolder(), "backup.db");
  expect((await at.run("backup", backup)).code).toBe(0);
  return { ...at, backup };
}

/** Makes a store whose second revision is "Known", with every file that a service leaves. Returns its path. */
export async function makeKnownStore(
  database = join(temporaryFolder(), "var", "notice.db"),
): Promise<string> {
  const env = { ...process.env, DATABASE: database };
  expect((await notice(env, ["init"])).code).toBe(0);
  // A reader that has the store open keeps the command from removing the write-ahead log.
  const watcher = await sqliteBackend(database).watch();
  watcher.poll();
  expect((await notice(env, ["set", "--title", "Known"])).code).toBe(0);
  watcher.close();
  return database;
}
