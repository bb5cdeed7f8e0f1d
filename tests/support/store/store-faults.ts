import {
  chmodSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import type { OnFinished } from "../shared.ts";
import { smallDisk } from "./mount.ts";

/** Something that breaks a store, and what takes the cause away again. */
export interface StoreFault {
  name: string;
  inject(database: string): () => void;
  /** Readers are not kept out, so the store stays up while the service runs. */
  isSilent?: boolean;
  /** The store is readable, and has lost revisions. */
  isBehind?: boolean;
  /** What a start finds: the store as it was, none so that it makes one, or nothing that it could use. */
  atStart: "up" | "created" | "down";
  /** The last known good notice is lost, too. */
  takesLastKnownGood?: boolean;
  /** A disk of its own for the store. */
  disk?: (onFinished: OnFinished) => string;
}

const parts = ["", "-wal", "-shm"];

/** Keeps what the store has now, and gives what puts it back. */
function keep(database: string): () => void {
  const files = parts.map((part) => database + part);
  const saved = files.filter((file) => existsSync(file)).map((file) => [file, readFileSync(file)] as const);
  return () => {
    for (const file of files) rmSync(file, { force: true });
    for (const [file, bytes] of saved) writeFileSync(file, bytes);
  };
}

/** Writes until nothing fits any more; gives what frees the disk. */
export function fillDisk(folder: string): () => void {
  const file = join(folder, "fill");
  for (const size of [64 * 1024, 4096, 1]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: "a" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
  return () => rmSync(file);
}

/** Faults of the file itself. */
export const fileFaults: StoreFault[] = [
  {
    name: "deleted",
    atStart: "created",
    inject(database) {
      const restore = keep(database);
      for (const part of parts) rmSync(database + part, { force: true });
      return restore;
    },
  },
  {
    name: "truncated to nothing",
    atStart: "created",
    inject(database) {
      const restore = keep(database);
      for (const part of parts.slice(0, 2)) if (existsSync(database + part)) truncateSync(database + part, 0);
      return restore;
    },
  },
  {
    name: "its header overwritten with garbage",
    atStart: "down",
    inject(database) {
      const restore = keep(database);
      const bytes = readFileSync(database);
      bytes.fill(0xaa, 0, 100);
      writeFileSync(database, bytes);
      return restore;
    },
  },
];

/** Faults of what is beside it, or of whoever else uses it. */
export const neighborFaults: StoreFault[] = [
  {
    name: "its write-ahead log deleted",
    isBehind: true,
    atStart: "down",
    inject(database) {
      const restore = keep(database);
      rmSync(`${database}-wal`, { force: true });
      return restore;
    },
  },
  {
    name: "its shared memory cut off",
    isSilent: true,
    atStart: "up",
    inject(database) {
      truncateSync(`${database}-shm`, 0);
      return () => {};
    },
  },
  {
    name: "locked by a writer",
    isSilent: true,
    atStart: "up",
    inject(database) {
      const db = new Database(database);
      db.exec("BEGIN EXCLUSIVE");
      return () => {
        db.exec("ROLLBACK");
        db.close();
      };
    },
  },
];

/** Faults of where it is. */
export const folderFaults: StoreFault[] = [
  {
    name: "its folder gone",
    atStart: "created",
    takesLastKnownGood: true,
    inject(database) {
      const folder = dirname(database);
      renameSync(folder, `${folder}.away`);
      return () => putBack(folder);
    },
  },
  {
    name: "its folder unreadable",
    atStart: "down",
    takesLastKnownGood: true,
    inject(database) {
      chmodSync(dirname(database), 0);
      return () => chmodSync(dirname(database), 0o755);
    },
  },
];

/** Faults that need a disk of their own. */
export const diskFaults: StoreFault[] = [
  {
    name: "its disk full",
    isSilent: true,
    atStart: "up",
    disk: smallDisk,
    inject: (database) => fillDisk(dirname(database)),
  },
];

/** Puts a folder back that was away; the service may write to the one that took its place at this very moment. */
function putBack(folder: string): void {
  for (;;) {
    try {
      rmSync(folder, { recursive: true, force: true });
      renameSync(`${folder}.away`, folder);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOTEMPTY") throw error;
    }
  }
}
