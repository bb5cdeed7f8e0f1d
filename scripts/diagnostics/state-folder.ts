import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { tryWrite } from "../../data/files/try-write.ts";
import type { DiagnosticResult } from "../../data/store.ts";
import { folderFault } from "../../schema/errors/file-fault.ts";
import type { Context } from "../terminal/context.ts";

/** Tries to write where a node of a fleet keeps what it shows; for a store in a file, that is the store's own folder. */
export function checkStateFolder({ installation }: Pick<Context, "installation">): DiagnosticResult[] {
  if (!installation.isShared) return [];
  const subject = "state folder";
  const folder = dirname(installation.writablePath);
  const isThere = existsSync(folder);
  try {
    // A server makes the folder itself, but none around it.
    tryWrite(isThere ? folder : dirname(folder));
    return [{ subject, state: "ok", detail: `${folder} ${isThere ? "can be written" : "can be made"}` }];
  } catch (error) {
    const detail = `${folder} cannot be written (${folderFault(error)}), and a node would forget what it shows when it ends: make it writable, or set STATE_DIR to a folder that is`;
    return [{ subject, state: "failure", detail }];
  }
}
