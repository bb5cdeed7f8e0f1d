import { constants } from "node:fs";
import { mkdir, open, readdir, readFile, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { replaceFile } from "../../data/files.ts";
import type { Revision } from "../../data/store.ts";
import { folderFault, isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import type { Phase } from "../../schema/notice/expected-return.ts";
import { thisUser } from "../../schema/settings/env-file.ts";
import { type ModuleOptions, makeModule } from "./module.ts";
import { type ExportedPages, generator, indexFile, pageFiles, readState } from "./pages.ts";

const wrongFolder: Record<string, string> = {
  ENOENT: "the folder around it does not exist",
  ENOTDIR: "it is a file or a link, or a folder on the way to it is a file",
  EISDIR: "it is a folder, and must be a file",
  EACCES: "this user may not write there",
};

/** Why an export failed, as one of our errors. */
export function toExportError(folder: string, cause: unknown): NoticeError {
  if (isNoticeError(cause)) return cause;
  const reason = wrongFolder[(cause as NodeJS.ErrnoException).code ?? ""];
  return reason === undefined
    ? new NoticeError("EXPORT_FAILED", { folder, reason: folderFault(cause) }, { cause })
    : new NoticeError("EXPORT_FOLDER_UNUSABLE", { folder, reason, user: thisUser() }, { cause });
}

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** The web server is another user: everybody may read the export, but only we may change it. */
const fileMode = 0o644;
const folderMode = 0o755;
/** Our marks are at the beginning of a page, within this length in bytes. */
const beginning = 1024;

export interface Exported {
  revision: number;
  phase: Phase;
  files: number;
  bytes: number;
}

/**
 * Writes pages into a folder, each in its own turn of the event loop: beside its file, then renamed. First removes our
 * pages in other languages. Follows no link. `replace` is that of files, or a test's.
 * @throws NoticeError EXPORT_…
 */
export async function writePages(
  folder: string,
  { revision, phase, pages }: ExportedPages,
  replace = replaceFile,
): Promise<Exported> {
  try {
    await openFolder(folder);
    const names = new Set(pages.map(({ name }) => name));
    for (const name of await ownPages(folder)) if (!names.has(name)) await unlink(join(folder, name));
    let bytes = 0;
    for (const { name, make } of pages) {
      await turn();
      const page = make();
      bytes += Buffer.byteLength(page);
      await replace(join(folder, name), page, fileMode);
    }
    return { revision, phase, files: pages.length, bytes };
  } catch (error) {
    throw toExportError(folder, error);
  }
}

/** Makes the folder if it is missing, readable for everybody whatever the umask. It may not be a link. */
async function openFolder(path: string): Promise<void> {
  const isNew = await mkdir(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
      return false;
    },
  );
  const folder = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    if (isNew) await folder.chmod(folderMode);
  } finally {
    await folder.close();
  }
}

/** The pages that earlier exports have written. @throws NoticeError EXPORT_FOREIGN if a file with their names is not ours */
async function ownPages(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => pageFiles.has(name));
  for (const name of names) {
    const start = await readBeginning(join(folder, name));
    if (!start.includes(generator)) throw new NoticeError("EXPORT_FOREIGN", { folder, name });
  }
  return names;
}

/** The beginning of a file; empty for a link, a folder and all else that is no file. */
async function readBeginning(path: string): Promise<string> {
  // Opening a pipe would block.
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ELOOP" || error.code === "ENXIO") return undefined;
    throw error;
  });
  try {
    if (!(await file?.stat())?.isFile()) return "";
    const { buffer, bytesRead = 0 } = (await file?.read(Buffer.alloc(beginning))) ?? {};
    return buffer?.toString("utf8", 0, bytesRead) ?? "";
  } finally {
    await file?.close();
  }
}

/** What the folder's `index.html` tells of its revision and phase; undefined if it is missing or not ours. */
export async function readExported(folder: string): Promise<string | undefined> {
  return readState(await readBeginning(join(folder, indexFile)).catch(() => ""));
}

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
