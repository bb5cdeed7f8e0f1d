import { copyFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { fileFormat } from "../../../data/sqlite-file/format.ts";
import { defaults } from "../../../schema/notice/defaults.ts";
import { sha256 } from "../../../schema/notice/hash.ts";
import { serialize } from "../../../schema/notice/notice.ts";
import { temporaryFolder } from "../folder.ts";

type Db = Database.Database;

/** A copy of a backup with changes that the store would refuse. Its triggers are kept. */
export function forge(backup: string, change: (db: Db) => void): string {
  const file = join(temporaryFolder(), "forged.db");
  copyFileSync(backup, file);
  tamper(file, change);
  return file;
}

/** Makes changes that a store or backup would refuse. Its triggers are kept. */
export function tamper(file: string, change: (db: Db) => void): void {
  const db = new Database(file);
  try {
    const query = db.prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
    );
    const triggers = query.all();
    for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
    db.pragma("ignore_check_constraints = ON");
    db.pragma("synchronous = OFF");
    change(db);
    for (const { sql } of triggers) db.exec(sql);
  } finally {
    db.close();
  }
}

/** A database that claims to be a store, with these contents. */
export function forgeFrom(change: (db: Db) => void): string {
  const file = join(temporaryFolder(), "forged.db");
  const db = new Database(file);
  try {
    db.pragma(`application_id = ${0x426b536e}`);
    db.pragma(`user_version = ${fileFormat}`);
    change(db);
  } finally {
    db.close();
  }
  return file;
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
