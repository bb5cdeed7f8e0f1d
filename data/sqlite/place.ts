import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { isNoticeError, NoticeError } from "../../schema/errors/errors.ts";
import type { FirstDraft, NoticePlace } from "../store.ts";
import { backUp, readNewest, replaceByCopy } from "./backup.ts";
import { translateErrors } from "./driver.ts";
import { followSqlite } from "./feed.ts";
import { inspectSqlite } from "./inspect.ts";
import { migrate } from "./migrations.ts";
import { createConnection, openConnection } from "./open.ts";
import { insertRevision, newestRevision } from "./row.ts";
import { openSqliteStore, wait } from "./store.ts";

/** A store in a SQLite file. */
export function sqlitePlace(file: string): NoticePlace {
  return {
    newest: async () => newest(file),
    create: async (first) => create(file, first),
    open: async () => openSqliteStore(file),
    follow: async () => followSqlite(file),
    inspect: async () => inspectSqlite(file),
    backUp: async (target) => backUp(file, target),
    readCopy: async (source) => readNewest(source),
    replaceByCopy: async (source, after, author) => {
      makeFolder(dirname(file));
      return replaceByCopy(file, source, after, author);
    },
  };
}

function newest(file: string): number | undefined {
  try {
    const db = openConnection(file, { readonly: true, wait });
    try {
      return translateErrors(file, () => newestRevision(db));
    } finally {
      db.close();
    }
  } catch (error) {
    if (isNoticeError(error, "STORE_MISSING")) return undefined;
    throw error;
  }
}

function create(file: string, first: FirstDraft): boolean {
  makeFolder(dirname(file));
  const db = createConnection(file, { wait });
  try {
    return translateErrors(file, () => {
      migrate(db, file);
      const insertFirst = db.transaction(() => {
        if (newestRevision(db) !== undefined) return false;
        insertRevision(db, first, first.revision);
        return true;
      });
      return insertFirst.immediate();
    });
  } finally {
    db.close();
  }
}

/** Not `recursive`: Node then never returns from a path in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    const reason = `the folder ${folder} cannot be made: ${code}`;
    throw new NoticeError("STORE_UNUSABLE", { file: folder, reason }, { cause });
  }
}
