import Database from "better-sqlite3";
import type { Installation } from "../schema/settings/settings.ts";
import { watchSqlite } from "./sqlite/watcher.ts";
import { translateErrors } from "./sqlite-file/open.ts";
import type { StoreBackend } from "./store.ts";

type StoreLocation = Pick<Installation, "database" | "postgres">;

/**
 * The backend that the settings name. Only this file chooses between kinds of stores. Each is loaded on demand, so that
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
 * The backend for a process that only watches: it loads neither the code that changes, backs up and restores a store,
 * nor the database driver, which a thread loads.
 */
export async function watchedBackendOf({
  database,
  postgres,
}: StoreLocation): Promise<Pick<StoreBackend, "watch">> {
  if (!postgres) return { watch: async () => watchSqlite(database) };
  const { watchPostgres } = await import("./postgres/watch/watcher.ts");
  return {
    watch: (options = {}) => watchPostgres(postgres, options, `${postgres.state}.node.json`),
  };
}

/**
 * Loads the driver's compiled part, which a process that gives up its rights may not be able to read later.
 * @throws NoticeError SQLITE_UNLOADABLE
 */
export function loadDriver(): void {
  translateErrors(":memory:", () => new Database(":memory:").close());
}
