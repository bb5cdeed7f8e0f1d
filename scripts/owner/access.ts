import { createReadStream, existsSync } from "node:fs";
import { join } from "node:path";
import { loadDriver } from "../../data/backend.ts";
import type { StoreBackend } from "../../data/store.ts";
import { isDenied } from "../../schema/errors/file-fault.ts";
import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import type { Context, Owner, Surroundings } from "../terminal/context.ts";
import { inPrivateFolder, lendTo } from "./lend.ts";
import { openNewFile } from "./new-file.ts";
import { ownerOf } from "./owner.ts";

/** Access to the store, and to files that the user named. */
type Access = Pick<Context, "backend" | "backUp" | "lend" | "assertOwner" | "enterSwitch">;

/**
 * Root's access to a store. In another user's folder, links could make root write anywhere, so root becomes that user
 * before it touches the store.
 */
export async function accessOfRoot(
  access: Access,
  database: string,
  loadBecome: NonNullable<Surroundings["loadBecome"]>,
): Promise<Access> {
  const owner = ownerOf(database);
  const assertOwner = (folder: string): void => {
    const { uid = 0 } = ownerOf(folder) ?? {};
    if (uid !== (owner?.uid ?? 0)) throw new NoticeError("EXPORT_OWNER", { folder, uid: owner?.uid ?? 0 });
  };
  const become = await loadBecome();
  let isOther = false;
  const dropTo = (other: Owner | undefined): void => {
    if (isOther || !other) return;
    loadDriver();
    become(other);
    isOther = true;
  };
  const drop = (): void => dropTo(owner);
  const enterSwitch = (folder: string, needsStore: boolean): void => {
    if (needsStore || isOther) assertOwner(folder);
    dropTo(ownerOf(folder));
  };
  if (!owner) return { ...access, assertOwner, enterSwitch };
  const { backend } = access;
  return {
    assertOwner,
    enterSwitch,
    get backend() {
      drop();
      return backend;
    },
    backUp: async (target) => backUpForRoot(drop, backend, target),
    lend: async (file, work) => lendTo(drop, file, work),
  };
}

/**
 * Backs the store up into a file that root named. Root opens the file. The store's owner makes and verifies the backup,
 * which gets its name once it is whole. If the target's folder belongs to another user, who could redirect root, the
 * store's owner does everything. Throws what the backend's own `backUp` throws.
 */
async function backUpForRoot(
  drop: () => void,
  backend: StoreBackend,
  target: string,
): ReturnType<StoreBackend["backUp"]> {
  if (ownerOf(target)) {
    drop();
    return backend.backUp(target).catch((error: unknown) => {
      if (!isNoticeError(error, "FILE_UNWRITABLE") || !isDenied(error.cause)) throw error;
      const reason = "root's backups go only into root's own folders, such as /root";
      throw new NoticeError("FILE_UNWRITABLE", { file: target, reason }, { cause: error });
    });
  }
  if (existsSync(target)) throw new NoticeError("FILE_EXISTS", { file: target });
  const file = await openNewFile(target);
  try {
    drop();
    return await inPrivateFolder(async (folder) => {
      const backup = join(folder, "backup.db");
      const made = await backend.backUp(backup);
      await file.complete(createReadStream(backup));
      return made;
    });
  } finally {
    await file.close();
  }
}
