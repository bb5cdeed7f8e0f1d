import type { Installation } from "../schema/settings/installation.ts";
import { sqliteBackend } from "./sqlite/backend.ts";
import type { StoreBackend } from "./store.ts";

/** The place that the settings name: the one choice of a kind of store. */
export function backendOf({ database }: Pick<Installation, "database">): StoreBackend {
  return sqliteBackend(database);
}
