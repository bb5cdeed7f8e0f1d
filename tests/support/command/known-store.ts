import { expect } from "vitest";
import { sqliteBackend } from "../../../data/sqlite/backend.ts";
import { notice } from "./command.ts";

/** Makes a store whose second revision has the title "Known", with every file that a service leaves behind. */
export async function makeKnownStore(database: string): Promise<void> {
  const env = { ...process.env, DATABASE: database };
  expect((await notice(env, ["init"])).code).toBe(0);
  // A reader that has the store open keeps the command from removing the write-ahead log.
  const watcher = await sqliteBackend(database).watch();
  watcher.poll();
  expect((await notice(env, ["set", "--title", "Known"])).code).toBe(0);
  watcher.close();
}
