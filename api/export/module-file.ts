import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { replaceFile } from "../../data/files/replace-file.ts";
import type { Revision } from "../../data/store.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { toExportError } from "./export-error.ts";
import { type ModuleOptions, makeModule } from "./module.ts";

interface ModuleFileOptions extends Omit<ModuleOptions, "program"> {
  /** The built program of `api/edge`. */
  edgeBuild: string;
}

/** Writes the module for an edge to a file, unless it is there, and returns its length in bytes. @throws NoticeError EXPORT_…, BUILD_MISSING */
export async function writeModule(
  file: string,
  revision: Revision,
  { edgeBuild, ...options }: ModuleFileOptions,
): Promise<number> {
  try {
    const before = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      return undefined;
    });
    if (before !== undefined && !/^\/\/ The notice, revision \d+-[0-9a-f]{8},/.test(before))
      throw new NoticeError("EXPORT_FOREIGN", { folder: dirname(file), name: basename(file) });
    const program = await readFile(edgeBuild, "utf8").catch((cause) => {
      throw new NoticeError("BUILD_MISSING", { file: edgeBuild }, { cause });
    });
    const module = makeModule(revision, { ...options, program });
    if (module !== before) await replaceFile(file, module);
    return Buffer.byteLength(module);
  } catch (error) {
    throw toExportError(file, error);
  }
}
