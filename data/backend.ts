import type { Installation } from "../schema/settings/installation.ts";
import { sqliteBackend } from "./sqlite/backend.ts";
import type { StoreBackend } from "./store.ts";

/** The backend that the settings name. This is the only place that chooses a kind of store. */
export function backendOf({ database }: Pick<Installation, "database">): StoreBackend {
  return sqliteBackend(database);
}
