import type { Installation } from "../schema/settings/installation.ts";
import { watchSqlite } from "./sqlite/watcher.ts";
import { connect } from "./sqlite-file/driver.ts";
import type { StoreBackend } from "./store.ts";

type StoreLocation = Pick<Installation, "database" | "postgres">;

/**
 * The backend that the settings name; kinds of stores are chosen in this file alone. Each is loaded on demand, so that
 * nobody waits for the other.
 */
export async function backendOf({ database, postgres }: StoreLocation): Promise<StoreBackend> {
  if (!postgres) {
    const { sqliteBackend } = await import("./sqlite/backend.ts");
    return sqliteBackend(database);
  }
  const { postgresBackend } = await import("./postgres/backend.ts");
  return postgresBackend(postgres);
}

/**
 * The backend for a process that only watches the store: it need not wait for what changes, backs up and restores one,
 * nor for the driver of a database, which a thread loads for itself. The number is that of the process among those of its node, from 1.
 */
export async function watchedBackendOf(
  { database, postgres }: StoreLocation,
  worker: number,
): Promise<Pick<StoreBackend, "watch">> {
  if (!postgres) return { watch: async () => watchSqlite(database) };
  const { watchPostgres } = await import("./postgres/watch/watcher.ts");
  return {
    watch: (options = {}) => watchPostgres(postgres, options, `${postgres.state}.worker-${worker}.json`),
  };
}

/** Loads the driver's compiled part, which a process that gives up its rights may not be able to read later. */
export function loadDriver(): void {
  connect(":memory:", {}).close();
}
