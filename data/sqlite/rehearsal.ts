import { randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { defaults } from "../../schema/notice/defaults.ts";
import { tryWrite } from "../files/try-write.ts";
import type { Connection } from "../sqlite-file/driver.ts";
import { migrate } from "../sqlite-file/format.ts";
import { findLatestNumber, insertRevision } from "../sqlite-file/row.ts";

/**
 * Does what a change does and rolls it back, so that nobody ever sees it: fails as the change would. As SQLite writes
 * little before it commits, a file in the folder is written as well.
 * @throws what SQLite and the file system throw
 */
export function rehearseChange(db: Connection, file: string): undefined {
  db.exec("BEGIN IMMEDIATE");
  try {
    migrate(db, file);
    const change = { notice: defaults, author: "backsoon", requestId: randomUUID() };
    insertRevision(db, change, (findLatestNumber(db) ?? 0) + 1);
  } finally {
    // Some errors have ended the transaction already.
    if (db.inTransaction) db.exec("ROLLBACK");
  }
  // SQLite writes beside the file that a symbolic link points to.
  tryWrite(dirname(realpathSync(file)));
}
