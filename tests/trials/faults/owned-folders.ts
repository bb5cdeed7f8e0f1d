import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../support/folder.ts";

/** A user who needs no entry in the system's list. */
export const service = { uid: 12345, gid: 12346 };
/** Another one. */
export const other = { uid: 23456, gid: 23457 };

/** A folder of a user's for a store, and one beside it that only root can look into. */
export function ownedFolders({ uid, gid } = service) {
  const top = temporaryFolder();
  chmodSync(top, 0o755);
  const [folder, vault] = [join(top, "store"), join(top, "vault")];
  mkdirSync(folder);
  chownSync(folder, uid, gid);
  mkdirSync(vault, 0o700);
  const database = join(folder, "notice.db");
  const env = { ...process.env, DATABASE: database, NOTICE_AUTHOR: "", TZ: "UTC" };
  return { top, folder, vault, database, env };
}

/** What root must find as it was: names, owners, modes and contents. */
export function lookInto(folder: string): unknown[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .map((file) => {
      const { uid, gid, mode, mtimeMs } = lstatSync(file);
      return { file, uid, gid, mode, mtimeMs, text: readFileSync(file, "utf8") };
    });
}
