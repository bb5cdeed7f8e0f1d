import { backendOf } from "../../data/backend.ts";
import { createStore } from "../../data/create.ts";
import { readInstallation } from "../../schema/settings/installation.ts";
import type { Environment } from "../../schema/settings/settings.ts";

/**
 * Creates the store if there is none, and reads it as the server will, in a process that may not survive it.
 * @throws NoticeError STORE_…, FIRST_NOTICE_INVALID
 */
export async function probe(env: Environment): Promise<void> {
  const installation = readInstallation(env, ["DATABASE"]);
  const backend = backendOf(installation);
  await createStore(backend, installation, "backsoon");
  const watcher = await backend.watch();
  watcher.poll();
  watcher.close();
}
