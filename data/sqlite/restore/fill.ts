import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { readBackup } from "../../backup/read.ts";
import type { Connection } from "../../sqlite-file/driver.ts";
import { translateErrors } from "../../sqlite-file/fault.ts";
import { migrate, withoutTrigger } from "../../sqlite-file/format.ts";
import { openConnection, withConnection } from "../../sqlite-file/open.ts";
import { findLatestNumber, readLatest } from "../../sqlite-file/row.ts";
import type { Replacement } from "../../store.ts";
import { insertRows, republish } from "./rows.ts";

/** Whether a store has only the revision that it was created with. @throws NoticeError STORE_… */
export function isFresh(file: string): boolean {
  return withConnection(file, { readonly: true }, hasOneRevision);
}

/**
 * Replaces the revision that a store was created with by those of a backup, in one transaction. If the backup's latest
 * number is not above that revision's and `after`, its notice is republished with the next number.
 * @throws NoticeError STORE_…, BACKUP_UNREADABLE, REVISION_CONFLICT if the store holds more by then, WRITE_LOST
 */
export function fillFromBackup(file: string, source: string, after: number, author: string): Replacement {
  const db = openConnection(file);
  try {
    const done = readBackup(source, (backup) => {
      const filling = db.transaction((): Replacement => {
        const seen = Math.max(after, makeRoom(db, file));
        return {
          leftOut: insertRows(db, source, backup).length,
          number: republish(db, backup, seen, author),
        };
      });
      return translateErrors(file, () => filling.immediate());
    });
    const { number } = withConnection(file, { readonly: true }, readLatest);
    // If the file was replaced meanwhile, the current store was not filled.
    if (number < done.number) throw new NoticeError("WRITE_LOST", { file });
    return done;
  } finally {
    db.close();
  }
}

function hasOneRevision(db: Connection): boolean {
  return db.prepare("SELECT revision FROM revision LIMIT 2").all().length === 1;
}

/** Removes the only revision of a store, and returns its number. */
function makeRoom(db: Connection, file: string): number {
  const current = findLatestNumber(db) ?? 0;
  if (!hasOneRevision(db)) throw new NoticeError("REVISION_CONFLICT", { expected: 1, current });
  migrate(db, file);
  withoutTrigger(db, "revision_stays", () => db.exec("DELETE FROM revision"));
  return current;
}
