import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import { isDenied, isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { thisUser } from "../../schema/settings/env-file.ts";
import { shorten } from "../../schema/text/text.ts";

/** How much of a message of SQLite is quoted, in characters. */
const maxMessageLength = 120;

/** Runs `work` on a store, and turns errors of SQLite and the file system into errors from our table. */
export function translateErrors<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw translate(file, cause);
  }
}

/** A message of SQLite as part of one line: it may quote the bytes of a damaged file. */
export function quotable(message: string): string {
  return shorten(message.replace(/[\p{Cc}\ufffd]+/gu, " ").trim(), maxMessageLength);
}

function translate(file: string, cause: unknown): unknown {
  if (isNoticeError(cause) || !(cause instanceof Error)) return cause;
  const message = quotable(cause.message);
  // As after `npm ci --ignore-scripts`, or with another version of Node: nothing is wrong with the store.
  const { code } = cause as NodeJS.ErrnoException;
  if (code === "ERR_DLOPEN_FAILED" || message.startsWith("Could not locate the bindings file"))
    return new NoticeError("SQLITE_UNLOADABLE", { reason: message }, { cause });
  if (code === undefined) return cause;
  // A closed folder above makes the store's own folder look missing.
  if (isDenied(cause) && !existsSync(dirname(file)))
    return new NoticeError("STORE_HIDDEN", { file, user: thisUser() }, { cause });
  switch (/^SQLITE_[A-Z]+/.exec(code)?.[0]) {
    case "SQLITE_BUSY":
    case "SQLITE_LOCKED":
      return new NoticeError("STORE_BUSY", { file }, { cause });
    case "SQLITE_NOTADB":
      return new NoticeError("STORE_FOREIGN", { file, reason: "it is not a SQLite file" }, { cause });
    case "SQLITE_CORRUPT":
    // Our statements are right, so the tables are damaged or missing.
    case "SQLITE_CONSTRAINT":
    case "SQLITE_ERROR":
      return new NoticeError("STORE_CORRUPT", { file, reason: message }, { cause });
    default: {
      const reason = reasonOf(file, code);
      // The header causes this, as the file itself can be written.
      if (reason === undefined && code === "SQLITE_READONLY")
        return new NoticeError("STORE_CORRUPT", { file, reason: message }, { cause });
      return new NoticeError("STORE_UNUSABLE", { file, reason: reason ?? message }, { cause });
    }
  }
}

/** The codes for a full disk; SHMSIZE is about the memory that processes share. */
const noSpace = ["SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "ENOSPC", "EDQUOT"];

/** SQLite says "unable to open database file" or "disk I/O error" for most of these. */
function reasonOf(file: string, code: string): string | undefined {
  if (noSpace.includes(code)) return "its disk is full, or nearly";
  const folder = dirname(file);
  if (!existsSync(folder)) return "its folder does not exist";
  const paths = [folder, file, `${file}-wal`, `${file}-shm`];
  for (const path of paths.filter((path) => existsSync(path))) {
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
    } catch (error) {
      const isReadOnly = (error as NodeJS.ErrnoException).code === "EROFS";
      return isReadOnly ? `${path} is on a read-only disk` : `${path} cannot be written by ${thisUser()}`;
    }
  }
  return undefined;
}
