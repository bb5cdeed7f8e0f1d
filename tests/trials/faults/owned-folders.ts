import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../support/folder.ts";

/** A user without a name. */
export const service = { uid: 12345, gid: 12346 };
export const other = { uid: 23456, gid: 23457 };

/** A user's folder for a store, and a vault beside it that only root may read. */
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

/** The names, owners, modes and contents of the files in a folder. */
export function lookInto(folder: string): unknown[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .map((file) => {
      const { uid, gid, mode, mtimeMs } = lstatSync(file);
      return { file, uid, gid, mode, mtimeMs, text: readFileSync(file, "utf8") };
    });
}
