import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { NoticeError } from "../../schema/errors/errors.ts";
import type { Finding } from "../store.ts";
import { type Connection, translateErrors } from "./driver.ts";
import { openConnection } from "./open.ts";
import { columns, type Row, toHistoryEntry } from "./row.ts";
import { wait } from "./store.ts";

/** File systems on which SQLite's locks cannot be trusted, by the number that statfs gives. */
const remote: Record<number, string> = { 26985: "NFS", 20859: "SMB", 4283649346: "CIFS", 4266872130: "SMB2" };
const scarce = 100 * 1024 * 1024;

/** Looks at the store, the file system that it is on, and every revision in it. */
export function inspectSqlite(file: string): Finding[] {
  try {
    return [...inspectStore(file), ...inspectFileSystem(file)];
  } catch (error) {
    return [{ subject: "store", state: "failure", detail: (error as Error).message }];
  }
}

function inspectStore(file: string): Finding[] {
  const db = openConnection(file, { wait });
  try {
    return translateErrors(file, () => {
      const { revisions, newest, damaged } = inspectRevisions(db);
      if (newest === undefined) throw new NoticeError("STORE_MISSING", { file });
      // Whether a change could be written: a disk may be read-only, or full, or somebody else's.
      db.exec("BEGIN IMMEDIATE; ROLLBACK");
      const version = db.prepare<[], string>("SELECT sqlite_version()").pluck().get();
      const journal = db.pragma("journal_mode", { simple: true });
      const synchronous = db.pragma("synchronous", { simple: true });
      const integrity = String(db.pragma("integrity_check(1)", { simple: true }));
      return [
        finding("store", true, `${file}, revision ${newest}`),
        finding("SQLite", true, `${version}`),
        finding(
          "durability",
          journal === "wal" && synchronous === 2,
          `journal_mode=${journal}, synchronous=${synchronous}`,
        ),
        finding(
          "integrity",
          integrity === "ok",
          integrity === "ok" ? "ok" : `${integrity}: restore a backup`,
        ),
        finding(
          "revisions",
          damaged.length === 0,
          damaged.length === 0
            ? `${revisions}, every one as it was written`
            : `damaged: ${damaged.join(", ")}`,
        ),
      ];
    });
  } finally {
    db.close();
  }
}

function inspectFileSystem(file: string): Finding[] {
  const { type, bavail, bsize } = statfsSync(dirname(file));
  const name = remote[type >>> 0];
  const free = bavail * bsize;
  return [
    {
      subject: "file system",
      state: name ? "warning" : "ok",
      detail: name
        ? `${name}: a store belongs on a local disk`
        : `local (type 0x${(type >>> 0).toString(16)})`,
    },
    {
      subject: "disk",
      state: free < scarce ? "warning" : "ok",
      detail: `${Math.round(free / 1024 / 1024)} MiB free`,
    },
  ];
}

function finding(subject: string, isRight: boolean, detail: string): Finding {
  return { subject, state: isRight ? "ok" : "failure", detail };
}

/** Verifies every revision; SQLite's own check does not see a flipped bit in a text. */
function inspectRevisions(db: Connection): {
  revisions: number;
  newest: number | undefined;
  damaged: number[];
} {
  let revisions = 0;
  let newest: number | undefined;
  const damaged: number[] = [];
  for (const row of db.prepare<[], Row>(`SELECT ${columns} FROM revision ORDER BY revision`).iterate()) {
    revisions += 1;
    newest = row.revision;
    if ("damage" in toHistoryEntry(row)) damaged.push(row.revision);
  }
  return { revisions, newest, damaged };
}
