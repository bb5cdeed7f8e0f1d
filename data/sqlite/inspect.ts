import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { messageFor, NoticeError } from "../../schema/errors/notice-error.ts";
import { type DiagnosticResult, failure, ok, warning } from "../diagnostic.ts";
import type { Connection } from "../sqlite-file/driver.ts";
import { withConnection } from "../sqlite-file/open.ts";
import { type Examination, examine } from "./examine.ts";

/** File systems on which SQLite's locks cannot be trusted, by the number that statfs reports. */
const remote: Record<number, string> = { 26985: "NFS", 20859: "SMB", 4283649346: "CIFS", 4266872130: "SMB2" };
const scarce = 100 * 1024 * 1024;

/** Inspects the store, its file system and every revision. `command` is the program's name. */
export function inspectSqlite(file: string, command: string): DiagnosticResult[] {
  try {
    return [...inspectStore(file, command), ...inspectFileSystem(file)];
  } catch (error) {
    return [failure("store", messageFor(error, command))];
  }
}

function inspectStore(file: string, command: string): DiagnosticResult[] {
  return withConnection(file, { keepsJournal: true }, (db) => {
    const examined = examine(db, file);
    const { fault, latest } = examined;
    if (latest === undefined && fault === undefined) throw new NoticeError("STORE_MISSING", { file });
    const version = db.prepare<[], string>("SELECT sqlite_version()").pluck().get();
    return [
      ok("store", latest === undefined ? file : `${file}, revision ${latest}`),
      ok("SQLite", `${version}`),
      inspectDurability(db),
      inspectIntegrity(file, fault, command),
      inspectRevisions(examined, command),
    ];
  });
}

/** Uses the words of the error that a command would give. */
function inspectIntegrity(file: string, reason: string | undefined, command: string): DiagnosticResult {
  if (reason === undefined) return ok("integrity", "ok");
  return failure("integrity", new NoticeError("STORE_CORRUPT", { file, reason }).messageFor(command));
}

function inspectDurability(db: Connection): DiagnosticResult {
  const journal = db.pragma("journal_mode", { simple: true });
  const synchronous = db.pragma("synchronous", { simple: true });
  // For example, in a backup that was put in place of the store.
  if (journal !== "wal") return warning("durability", "no write-ahead log yet: the next change adds it");
  return synchronous === 2
    ? ok("durability", "each change is on the disk before it is confirmed")
    : failure(
        "durability",
        `a power failure may lose confirmed changes (synchronous=${synchronous}): install Backsoon again`,
      );
}

/** Which revisions are damaged, and how to repair them. */
function inspectRevisions({ count, latest, damaged }: Examination, command: string): DiagnosticResult {
  if (damaged.length === 0) return ok("revisions", `${count}, all intact`);
  const list = damaged.map(({ number }) => number).join(", ");
  const last = damaged.find(({ number }) => number === latest);
  const remedy = last
    ? new NoticeError("STORE_DAMAGED", { revision: last.number, reason: last.damage }).messageFor(command)
    : `Repair the store with \`${command} restore FILE\`.`;
  return failure("revisions", `damaged: ${list}. ${remedy}`);
}

function inspectFileSystem(file: string): DiagnosticResult[] {
  const { type, bavail, bsize } = statfsSync(dirname(file));
  const name = remote[type >>> 0];
  const free = bavail * bsize;
  return [
    name
      ? warning("file system", `${name}: a store belongs on a local disk`)
      : ok("file system", "local, so its locks hold"),
    (free < scarce ? warning : ok)("disk", `${Math.round(free / 1024 / 1024)} MiB free`),
  ];
}
