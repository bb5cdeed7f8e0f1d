import { existsSync } from "node:fs";
import type { Connection } from "../../sqlite-file/driver.ts";
import { withConnection } from "../../sqlite-file/open.ts";

/** What a store keeps beside its revisions, which no backup has: each table and its columns. */
const tables: [name: string, columns: string[]][] = [
  ["token", ["name", "scope", "sha256", "ending", "created_at", "expires_at"]],
  ["reply", ["credential", "request_key", "body_sum", "status", "body", "kept_at"]],
  ["usage", ["weekday", "day", "count"]],
];

/**
 * Carries tokens, replies and the count of requests to the models over from a store that is to be replaced. Returns whether all were: if any cannot be read,
 * or is not as we write it, none are.
 */
export function carryAccess(file: string, db: Connection): boolean {
  if (!existsSync(file)) return true;
  try {
    withConnection(file, { readonly: true }, (old) => {
      db.transaction(() => {
        for (const [table, columns] of tables) copyRows(old, db, table, columns);
      })();
    });
    return true;
  } catch {
    return false;
  }
}

function copyRows(from: Connection, to: Connection, table: string, columns: string[]): void {
  const insert = to.prepare(
    `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map((name) => `:${name}`).join(", ")})`,
  );
  for (const row of from.prepare(`SELECT ${columns.join(", ")} FROM ${table}`).iterate()) insert.run(row);
}
