import { sqliteBackend } from "../../data/sqlite/backend.ts";
import type { AccessStore } from "../../data/store.ts";
import type { Prepared } from "../support/command/prepared.ts";

type At = Pick<Prepared, "database">;

/** Does some work with what a store keeps of those who use the editor. */
export async function accessOf<T>({ database }: At, work: (access: AccessStore) => Promise<T>) {
  const access = await sqliteBackend(database).openAccess();
  return work(access).finally(() => access.close());
}

/** The tokens in a store. */
export const stored = (at: At) => accessOf(at, (access) => access.tokens());
