import type { Installation } from "../schema/settings/installation.ts";
import { sqliteBackend } from "./sqlite/backend.ts";
import { connect } from "./sqlite/driver.ts";
import type { StoreBackend } from "./store.ts";

/** The backend that the settings name. This is the only place that chooses a kind of store. */
export async function backendOf({
  database,
  postgres,
}: Pick<Installation, "database" | "postgres">): Promise<StoreBackend> {
  if (!postgres) return sqliteBackend(database);
  // Loaded on demand, so that nobody with a file waits for it.
  const { postgresBackend } = await import("./postgres/backend.ts");
  return postgresBackend(postgres);
}

/** Loads the driver's compiled part, which a process that gives up its rights may not be able to read later. */
export function loadDriver(): void {
  connect(":memory:", {}).close();
}
