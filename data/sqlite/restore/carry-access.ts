import { existsSync } from "node:fs";
import type { Connection } from "../../sqlite-file/driver.ts";
import { fileFormatWithAccess, formatOf } from "../../sqlite-file/migrations.ts";
import { withConnection } from "../../sqlite-file/open.ts";

/** What a store keeps beside its revisions, which no backup has. */
const tables = {
  token: ["name", "scope", "sha256", "ending", "created_at", "expires_at"],
  reply: ["credential", "request_key", "body_sum", "status", "body", "kept_at"],
};

/**
 * Carries tokens and replies over from a store that is to be replaced. Returns whether all were: if any cannot be read,
 * or is not as we write it, none are.
 */
export function carryAccess(file: string, db: Connection): boolean {
  if (!existsSync(file)) return true;
  try {
    withConnection(file, { readonly: true }, (old) => {
      if (formatOf(old) < fileFormatWithAccess) return;
      db.transaction(() => {
        for (const [table, columns] of Object.entries(tables)) copyRows(old, db, table, columns);
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
