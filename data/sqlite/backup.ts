import { writeBackup } from "../backup/write.ts";
import type { Connection } from "../sqlite-file/driver.ts";
import { createExclusively, discard } from "../sqlite-file/new-file.ts";
import { withConnection } from "../sqlite-file/open.ts";

/**
 * Backs a store up into a new file, as it is at one moment, even while others write. By SQLite itself and not row by row,
 * as a table refuses a damaged row, and a history that has one needs its backup most.
 * @throws NoticeError STORE_…, FILE_EXISTS, FILE_UNWRITABLE
 * @see https://www.sqlite.org/lang_vacuum.html#vacuuminto
 */
export function backUp(file: string, target: string): Promise<{ number: number; bytes: number }> {
  return writeBackup(target, async (backup) => {
    const whole = `${backup}.whole.tmp`;
    try {
      vacuumInto(file, whole);
      withConnection(whole, { keepsJournal: true }, keepRevisionsAlone);
      // Once more, so that nothing of what was taken out is left in a page. VACUUM alone would need a temporary folder.
      vacuumInto(whole, backup);
    } finally {
      discard(whole);
    }
  });
}

function vacuumInto(file: string, target: string): void {
  createExclusively(target);
  withConnection(file, { readonly: true }, (db) => db.prepare("VACUUM INTO ?").run(target));
}

/** Empties every table but that of the revisions. */
function keepRevisionsAlone(db: Connection): void {
  db.exec("BEGIN; DELETE FROM token; DELETE FROM reply; DELETE FROM usage; COMMIT");
}
