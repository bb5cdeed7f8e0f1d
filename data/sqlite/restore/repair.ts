import { existsSync, statSync } from "node:fs";
import { isNoticeError, NoticeError } from "../../../schema/errors/notice-error.ts";
import { readBackup } from "../../backup/read.ts";
import type { Connection } from "../../sqlite-file/driver.ts";
import { translateErrors } from "../../sqlite-file/fault.ts";
import { migrate, withoutTrigger } from "../../sqlite-file/format.ts";
import { createStoreFile } from "../../sqlite-file/new-file.ts";
import { createConnection, openConnection } from "../../sqlite-file/open.ts";
import type { RepairRequest, Replacement } from "../../store.ts";
import { isSound } from "../examine.ts";
import { exclusively } from "../exclusively.ts";
import { type CarriedOver, carryOver } from "./carry-over.ts";
import { clean, keepBefore, nextOf, putThere } from "./replacement.ts";
import { insertRows, republish } from "./rows.ts";

/**
 * Replaces a missing or broken store with a new one: everything that can still be read, and the revisions of a backup
 * that it lacks. The old files stay beside it. If the backup's latest number is not the highest one known, its notice
 * is republished with the next number. Undefined if somebody else has repaired the store meanwhile.
 * @throws NoticeError STORE_…, BACKUP_UNREADABLE, what `assertMay` throws
 */
export function repairFromBackup(
  file: string,
  source: string,
  request: RepairRequest,
): Promise<Replacement | undefined> {
  return exclusively(file, undefined, async () => {
    clean(file);
    try {
      translateErrors(file, () => keepBefore(file));
      if (isSound(file)) return undefined;
      const old = hold(file);
      try {
        const replacement = fill(file, source, old, request);
        if (!isSound(nextOf(file))) throw new NoticeError("WRITE_LOST", { file });
        await putThere(file, () => old?.close());
        return replacement;
      } finally {
        old?.close();
      }
    } finally {
      clean(file);
    }
  });
}

/** Opens a broken store if possible, and keeps others from writing to it until it is closed. */
function hold(file: string): Connection | undefined {
  let db: Connection | undefined;
  try {
    db = openConnection(file, { keepsJournal: true, isBroken: true, busyTimeoutMs: 0 });
    db.pragma("cell_size_check = ON");
    const held = db;
    return translateErrors(file, () => held.exec("BEGIN IMMEDIATE"));
  } catch (error) {
    db?.close();
    if (isNoticeError(error, "STORE_BUSY")) throw error;
    return undefined;
  }
}

/** Makes the new store beside the old one, in one transaction. */
function fill(
  file: string,
  source: string,
  old: Connection | undefined,
  { author, seen, assertMay }: RepairRequest,
): Replacement {
  const next = nextOf(file);
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  translateErrors(next, () => createStoreFile(next, mode));
  const db = createConnection(next);
  const filling = db.transaction((): Replacement => {
    migrate(db, next);
    return readBackup(source, (backup) => {
      const nothing: CarriedOver = { known: new Set(), tokensLost: existsSync(file) };
      // The rows come in any order.
      const [{ known, tokensLost }, damaged] = withoutTrigger(db, "revision_follows", () => [
        old ? carryOver(old, db) : nothing,
        insertRows(db, source, backup),
      ]);
      const highest = [...known].reduce((one, other) => Math.max(one, other), 0);
      assertMay(highest);
      const number = republish(db, backup, Math.max(seen(), highest), author);
      const has = db.prepare("SELECT 1 FROM revision WHERE revision = ?");
      const lost = [...known, ...damaged].filter((number) => !has.get(number));
      return { number, leftOut: new Set(lost).size, tokensLost };
    });
  });
  try {
    return translateErrors(next, () => filling.immediate());
  } finally {
    db.close();
  }
}
