import { type BigIntStats, statSync } from "node:fs";
import { NoticeError } from "../../schema/errors.ts";
import type { NoticeFeed, Revision } from "../store.ts";
import { type Connection, translated } from "./driver.ts";
import { openConnection } from "./open.ts";
import { columns, type Row, toRevision } from "./row.ts";

/**
 * Follows the store in a SQLite file without reading the disk while nothing changes: `data_version` tells of
 * other processes' commits, `stat` of a file that was removed or replaced.
 * @see https://www.sqlite.org/pragma.html#pragma_data_version
 */
export function followSqlite(file: string): NoticeFeed {
  let open: Follower | undefined;

  const reopen = (stats: BigIntStats): Follower => {
    close();
    open = follower(file, stats);
    return open;
  };
  const close = (): void => {
    open?.db.close();
    open = undefined;
  };

  return {
    poll: () =>
      translated(file, () => {
        const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
        if (!stats) {
          close();
          throw new NoticeError("STORE_MISSING", { file });
        }
        const same = open && open.stats.ino === stats.ino && open.stats.dev === stats.dev;
        return (same && open ? open : reopen(stats)).poll();
      }),
    close,
  };
}

interface Follower {
  db: Connection;
  stats: BigIntStats;
  poll(): Revision | undefined;
}

function follower(file: string, stats: BigIntStats): Follower {
  // It waits for nobody: the event loop is the visitors'.
  const db = openConnection(file, { readonly: true, wait: 0 });
  try {
    const dataVersion = db.prepare<[], number>("PRAGMA data_version").pluck();
    const latest = db.prepare<[], Row>(`SELECT ${columns} FROM revision ORDER BY revision DESC LIMIT 1`);
    let seen: number | undefined;
    return {
      db,
      stats,
      poll() {
        const version = dataVersion.get();
        if (version === seen) return undefined;
        const row = latest.get();
        if (!row) throw new NoticeError("STORE_MISSING", { file });
        const revision = toRevision(row);
        // Remembered only now, so that a revision that could not be read is tried again.
        seen = version;
        return revision;
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}
