import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { messageFor, NoticeError } from "../../schema/errors/notice-error.ts";
import type { Connection } from "../sqlite-file/driver.ts";
import { withConnection } from "../sqlite-file/open.ts";
import { columns } from "../sqlite-file/row.ts";
import type { DamagedRevision, DiagnosticResult } from "../store.ts";
import { type Row, toHistoryEntry } from "../stored-row.ts";
import { rehearseChange } from "./rehearsal.ts";

/** File systems on which SQLite's locks cannot be trusted, by the number that statfs reports. */
const remote: Record<number, string> = { 26985: "NFS", 20859: "SMB", 4283649346: "CIFS", 4266872130: "SMB2" };
const scarce = 100 * 1024 * 1024;

/** Inspects the store, the file system it is on, and every revision in it, for who runs the command under this name. */
export function inspectSqlite(file: string, command: string): DiagnosticResult[] {
  try {
    return [...inspectStore(file, command), ...inspectFileSystem(file)];
  } catch (error) {
    return [{ subject: "store", state: "failure", detail: messageFor(error, command) }];
  }
}

function inspectStore(file: string, command: string): DiagnosticResult[] {
  return withConnection(file, { keepsJournal: true }, (db) => {
    const { count, latest, damaged } = inspectRevisions(db);
    if (latest === undefined) throw new NoticeError("STORE_MISSING", { file });
    rehearseChange(db, file);
    const version = db.prepare<[], string>("SELECT sqlite_version()").pluck().get();
    const integrity = String(db.pragma("integrity_check(1)", { simple: true }));
    const isSound = integrity === "ok";
    const isWhole = damaged.length === 0;
    return [
      result("store", true, `${file}, revision ${latest}`),
      result("SQLite", true, `${version}`),
      inspectDurability(db),
      result("integrity", isSound, isSound ? "ok" : `${integrity}: restore a backup`),
      result("revisions", isWhole, isWhole ? `${count}, all intact` : inWords(damaged, latest, command)),
    ];
  });
}

function inspectDurability(db: Connection): DiagnosticResult {
  const journal = db.pragma("journal_mode", { simple: true });
  const synchronous = db.pragma("synchronous", { simple: true });
  const detail = `journal_mode=${journal}, synchronous=${synchronous}`;
  if (journal === "wal") return result("durability", synchronous === 2, detail);
  // As in a backup that was put in the place of the store.
  return { subject: "durability", state: "warning", detail: `${detail}: the next change turns it to wal` };
}

/** Which revisions are damaged and, if visitors should see one of them, what to do. */
function inWords(damaged: DamagedRevision[], latest: number, command: string): string {
  const list = `damaged: ${damaged.map(({ number }) => number).join(", ")}`;
  const last = damaged.find(({ number }) => number === latest);
  if (!last) return list;
  const error = new NoticeError("STORE_DAMAGED", { revision: latest, reason: last.damage });
  return `${list}. ${error.messageFor(command)}`;
}

function inspectFileSystem(file: string): DiagnosticResult[] {
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

function result(subject: string, isRight: boolean, detail: string): DiagnosticResult {
  return { subject, state: isRight ? "ok" : "failure", detail };
}

interface Inspected {
  count: number;
  latest: number | undefined;
  damaged: DamagedRevision[];
}

/** Verifies every revision: SQLite's own check does not notice a flipped bit in a text. */
function inspectRevisions(db: Connection): Inspected {
  let count = 0;
  let latest: number | undefined;
  const damaged: DamagedRevision[] = [];
  for (const row of db.prepare<[], Row>(`SELECT ${columns} FROM revision ORDER BY revision`).iterate()) {
    count += 1;
    latest = row.revision;
    const entry = toHistoryEntry(row);
    if ("damage" in entry) damaged.push(entry);
  }
  return { count, latest, damaged };
}
