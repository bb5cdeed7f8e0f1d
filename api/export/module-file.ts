import { createReadStream, existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { text } from "node:stream/consumers";
import { replaceFile } from "../../data/files/replace-file.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { versionName } from "../../schema/notice/entity-tag/format.ts";
import { phaseOf } from "../../schema/notice/phase.ts";
import { readBuild } from "../assets/build.ts";
import { documentVersion } from "../http/document-version.ts";
import { toExportError } from "./export-error.ts";
import type { ExportTarget } from "./exporter.ts";
import { type ModuleOptions, makeModule } from "./module.ts";

interface ModuleFileOptions extends Omit<ModuleOptions, "program" | "build"> {
  /** The module; absolute. */
  file: string;
  /** The folder with the built page. */
  webBuild: string;
  /** The built program of `api/edge`. */
  edgeBuild: string;
  now(): Date;
}

/** Exports the module for an edge to a file. The module has every phase, so it changes only with the notice. @throws NoticeError BUILD_MISSING */
export function moduleTarget({
  file,
  webBuild,
  edgeBuild,
  now,
  ...options
}: ModuleFileOptions): ExportTarget {
  const build = readBuild(webBuild);
  return {
    async exportNotice(latest) {
      try {
        if (existsSync(file) && (await readModuleVersion(file)) === undefined)
          throw new NoticeError("EXPORT_FOREIGN", { folder: dirname(file), name: basename(file) });
        const { revision } = await latest();
        const program = await readFile(edgeBuild, "utf8").catch((cause) => {
          throw new NoticeError("BUILD_MISSING", { file: edgeBuild }, { cause });
        });
        const text = makeModule(revision, { ...options, build, program });
        const isSame = existsSync(file) && (await readFile(file, "utf8")) === text;
        if (!isSame) await replaceFile(file, text);
        const phase = phaseOf(revision.notice, now().getTime());
        return { revision: revision.number, phase, files: 1, bytes: Buffer.byteLength(text) };
      } catch (error) {
        throw toExportError(file, error);
      }
    },
    async isThere(revision) {
      const version = await readModuleVersion(file).catch(() => undefined);
      return version === versionName(documentVersion(revision));
    },
    since: async () => (existsSync(file) ? (await stat(file)).mtime.toISOString() : undefined),
  };
}

/**
 * The version of a module's document, as in its entity tag; undefined for another file. Rejects if it is unreadable.
 */
export async function readModuleVersion(file: string): Promise<string | undefined> {
  const start = await text(createReadStream(file, { end: 200 }));
  return /^\/\/ The notice, revision (\d+-[0-9a-f]{8}),/.exec(start)?.[1];
}
