import type { AccessStore } from "../../data/access-store.ts";
import { sqliteBackend } from "../../data/sqlite/backend.ts";
import type { UsageStore } from "../../data/usage/usage-store.ts";
import type { Prepared } from "../support/command/prepared.ts";

/** Does some work with what a store keeps of those who use the editor. */
export async function accessOf<T>(
  { database }: Pick<Prepared, "database">,
  work: (access: AccessStore) => Promise<T>,
) {
  const access = await sqliteBackend(database).openAccess();
  return work(access).finally(() => access.close());
}

/** Does some work with a store's counter of requests to the models. */
export async function usageOf<T>(
  { database }: Pick<Prepared, "database">,
  work: (usage: UsageStore) => Promise<T>,
) {
  const usage = await sqliteBackend(database).openUsage();
  return work(usage).finally(() => usage.close());
}

/** The tokens in a store. */
export const stored = (at: Prepared) => accessOf(at, (access) => access.tokens());
