import { copyFileSync } from "node:fs";
import { join } from "node:path";
import type { Database as Db } from "better-sqlite3";
import { defaults } from "../../../schema/notice/defaults.ts";
import { sha256 } from "../../../schema/notice/hash.ts";
import { serialize } from "../../../schema/notice/notice.ts";
import { temporaryFolder } from "../folder.ts";
import { change } from "./sqlite-file.ts";

/** A copy of a backup with changes that the store would refuse. Its triggers are kept. */
export function forge(backup: string, work: (db: Db) => void): string {
  const file = join(temporaryFolder(), "forged.db");
  copyFileSync(backup, file);
  tamper(file, work);
  return file;
}

/** Makes changes that a store or backup would refuse. Its triggers are kept. */
export function tamper(file: string, work: (db: Db) => void): void {
  change(file, (db) => {
    const query = db.prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
    );
    const triggers = query.all();
    for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
    db.pragma("ignore_check_constraints = ON");
    db.pragma("synchronous = OFF");
    work(db);
    for (const { sql } of triggers) db.exec(sql);
  });
}

/** Inserts a valid revision, except for these columns. */
export function insertRow(db: Db, changes: Record<string, unknown> = {}): void {
  const body = String(changes.body ?? serialize({ ...defaults, title: "Forged" }));
  const row = {
    revision: 3,
    body,
    sha256: sha256(body),
    author: "eve",
    created_at: "2026-11-21T10:00:00.000Z",
    request_id: "request",
    ...changes,
  };
  const names = Object.keys(row);
  db.prepare(`INSERT INTO revision (${names}) VALUES (${names.map((name) => `:${name}`)})`).run(row);
}
