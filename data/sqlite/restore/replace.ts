import { randomUUID } from "node:crypto";
import { existsSync, realpathSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { readBackup } from "../../backup/read.ts";
import { sync } from "../../files/sync.ts";
import type { Connection } from "../../sqlite-file/driver.ts";
import { translateErrors } from "../../sqlite-file/fault.ts";
import { migrate } from "../../sqlite-file/format.ts";
import { createStoreFile, discard } from "../../sqlite-file/new-file.ts";
import { createConnection, withConnection } from "../../sqlite-file/open.ts";
import { readLatest } from "../../sqlite-file/row.ts";
import type { Replacement } from "../../store.ts";
import { carryAccess } from "./carry-access.ts";
import { insertRows, republish } from "./rows.ts";

/**
 * Replaces a missing or broken store with a new one that has the revisions of a backup, and the tokens of the old one if
 * they can be read; the old files stay beside it.
 * Unless its latest number exceeds `after`, its notice is republished with the number after that, so that no number
 * visitors have seen is used twice.
 * @throws NoticeError STORE_…, BACKUP_UNREADABLE
 */
export async function replaceFromBackup(
  path: string,
  source: string,
  after: number,
  author: string,
): Promise<Replacement> {
  // A symbolic link stays a link, and then points to the new store.
  const file = existsSync(path) ? realpathSync(path) : path;
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    const replacement = readBackup(source, (backup) =>
      fill(temporary, (db) => ({
        leftOut: insertRows(db, source, backup),
        number: republish(db, backup, after, author),
        tokensLost: !carryAccess(file, db),
      })),
    );
    withConnection(temporary, {}, readLatest);
    await sync(temporary);
    setAside(file);
    renameSync(temporary, file);
    await sync(dirname(file));
    return replacement;
  } catch (error) {
    discard(temporary);
    throw error;
  }
}

/** Creates a store in a file that does not exist yet, and fills it in one transaction. */
function fill<T>(file: string, work: (db: Connection) => T): T {
  translateErrors(file, () => createStoreFile(file));
  const db = createConnection(file);
  try {
    const filling = db.transaction(() => {
      migrate(db, file);
      return work(db);
    });
    return translateErrors(file, () => filling.immediate());
  } finally {
    db.close();
  }
}

/** Moves the files of a broken store out of the way, to names that say when. */
function setAside(file: string): void {
  const suffix = `.before-restore-${new Date().toISOString().replace(/[:.]/g, "-")}`;
  for (const part of ["", "-wal", "-shm"]) {
    if (existsSync(file + part)) renameSync(file + part, `${file}${suffix}${part}`);
  }
}
