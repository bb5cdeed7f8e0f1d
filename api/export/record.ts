import { lstat, readdir, readFile, readlink } from "node:fs/promises";
import { join } from "node:path";

/** The record of an export, which is one of its files. */
export interface ExportRecord {
  revision: number;
  /** The beginning of the document's hash. */
  sum: string;
  phase: string;
  /** The modification time of its files, in seconds since the epoch. */
  modified: number;
  /** When it was made, as RFC 3339. */
  exportedAt: string;
  /** The names of the scripts that its pages load. */
  assets: string[];
  /** Present if the pages have no script. */
  isScriptless?: true;
  /** The paths of its files. */
  files: string[];
}

/** A complete export in the folder. */
export interface KeptExport extends ExportRecord {
  /** The name of its folder. */
  name: string;
  isCurrent: boolean;
}

export const recordFile = "export.json";
export const revisionsFolder = "revisions";
export const currentLink = "current";

/** The name of an export's folder: revision, hash, phase, and a random part. */
const namePattern = /^\d+-[0-9a-f]{8}-(?:unknown|(?:upcoming|overdue)-(?:week|days|months))-[0-9a-f]{8}$/;

/** The folder that our link points to; undefined for a foreign link. */
export function readTarget(target: string): string | undefined {
  const [folder, name = "", ...rest] = target.split("/");
  return folder === revisionsFolder && rest.length === 0 && namePattern.test(name) ? name : undefined;
}

/** The export that visitors get now; undefined if there is none. */
export async function readCurrent(folder: string): Promise<KeptExport | undefined> {
  const target = await readlink(join(folder, currentLink)).catch(() => "");
  const name = readTarget(target);
  return name === undefined ? undefined : readExport(folder, name, name);
}

/** All complete exports in the folder, newest first. */
export async function readExports(folder: string): Promise<KeptExport[]> {
  const current = (await readCurrent(folder))?.name;
  const names = await readdir(join(folder, revisionsFolder)).catch(() => []);
  const found = await Promise.all(
    names.filter((name) => namePattern.test(name)).map((name) => readExport(folder, name, current)),
  );
  return found
    .filter((kept) => kept !== undefined)
    .sort((one, other) => (one.exportedAt < other.exportedAt ? 1 : -1));
}

async function readExport(
  folder: string,
  name: string,
  current: string | undefined,
): Promise<KeptExport | undefined> {
  try {
    const path = join(folder, revisionsFolder, name);
    if (!(await lstat(path)).isDirectory() || !(await lstat(join(path, recordFile))).isFile())
      return undefined;
    const record: ExportRecord = JSON.parse(await readFile(join(path, recordFile), "utf8"));
    return { ...record, name, isCurrent: name === current };
  } catch {
    return undefined;
  }
}
