import { loadDriver } from "../../data/backend.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Context, Surroundings } from "../terminal/context.ts";
import { ownerOf } from "./owner.ts";

/** How a command gets at the store, and at the files that its user named. */
type Access = Pick<Context, "backend" | "backUp" | "lend" | "assertOwner">;

/**
 * Root's access to a store, made from everybody else's. In another user's folder, that user's links could make root
 * write anywhere, so root becomes that user before it touches the store.
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
  if (!owner) return { ...access, assertOwner };
  const { backend } = access;
  const become = await loadBecome();
  let isOwner = false;
  const drop = (): void => {
    if (isOwner) return;
    loadDriver();
    become(owner);
    isOwner = true;
  };
  return {
    assertOwner,
    get backend() {
      drop();
      return backend;
    },
    backUp: async (target) => (await import("./backup.ts")).backUpForRoot(drop, backend, target),
    lend: async (file, work) => (await import("./lend.ts")).lendTo(drop, file, work),
  };
}
