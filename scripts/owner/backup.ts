import { createReadStream, existsSync } from "node:fs";
import { join } from "node:path";
import type { StoreBackend } from "../../data/store.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { inPrivateFolder } from "./lend.ts";
import { openNewFile } from "./new-file.ts";
import { ownerOf } from "./owner.ts";

/**
 * Backs the store up into a file that root named: root opens it, the store's owner makes and verifies the backup, and its
 * bytes get the name when all of them are there. In a folder of another user's, who could lead root elsewhere, the
 * store's owner does all of it. Throws what the backend's own `backUp` throws.
 */
export async function backUpForRoot(
  drop: () => void,
  backend: StoreBackend,
  target: string,
): ReturnType<StoreBackend["backUp"]> {
  if (ownerOf(target)) {
    drop();
    return backend.backUp(target);
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
