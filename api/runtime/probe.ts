import { readFileSync } from "node:fs";
import { backendOf, loadDriver } from "../../data/backend.ts";
import { createStore } from "../../data/create.ts";
import type { ProbedStore } from "./probe-process.ts";

const standardInput = 0;

/**
 * Creates the store if there is none, and reads it as the server will, in a process that may not survive this. Nothing
 * is touched until the store is named, or if the input ends without a name.
 * @throws NoticeError STORE_…, FIRST_NOTICE_INVALID
 */
export async function probe(): Promise<void> {
  loadDriver();
  const named = readFileSync(standardInput, "utf8");
  if (named === "") return;
  const store: ProbedStore = JSON.parse(named);
  const backend = await backendOf(store);
  await createStore(backend, store, "backsoon");
  const watcher = await backend.watch();
  watcher.poll();
  watcher.close();
}
