import { randomBytes } from "node:crypto";
import {
  lstat,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  unlink,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Revision } from "../../data/store.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { versionName } from "../../schema/notice/entity-tag/format.ts";
import { type Phase, phaseOf } from "../../schema/notice/phase.ts";
import type { Asset } from "../assets/build.ts";
import { documentVersion } from "../http/document-version.ts";
import { assetNames, assetsFolder, removeOldAssets, writeAssets } from "./assets.ts";
import { type ExportedFile, type MakeFiles, pagesFolder } from "./files/files.ts";
import { inTurn, type TryLock } from "./lock.ts";
import { modifiedOf } from "./modified.ts";
import {
  currentLink,
  type ExportRecord,
  type KeptExport,
  readExports,
  readTarget,
  recordFile,
  revisionsFolder,
} from "./record.ts";
import { inFolder, makeNewFolder, type OpenFolder, writeNewFile } from "./synced.ts";

/** How many exports are kept. */
const keptExports = 3;

/** What an export is made of. */
export interface ExportParts {
  folder: string;
  assets: Asset[];
  makeFiles: MakeFiles;
  /** Present if these have no script. Such an export never replaces one with scripts, nor the other way round. */
  isScriptless?: true | undefined;
  tryLock: TryLock;
  now(): Date;
}

/** The revision to export. */
export interface ExportSource {
  revision: Revision;
  /** When it was known to be the latest; now if absent. A newer revision that was exported since then is kept. */
  knownAt?: Date;
}

/** An export that visitors get now. */
export interface Exported {
  revision: number;
  phase: Phase;
  files: number;
  bytes: number;
}

/**
 * Waits until no other program exports to the folder, then exports what `latest` gives. A failed export changes nothing
 * for visitors. Resolves with undefined if a newer revision was exported meanwhile.
 * @throws NoticeError EXPORT_BUSY, EXPORT_FOREIGN, EXPORT_KIND, or what the file system or `latest` throws
 */
export async function writeExport(
  parts: ExportParts,
  latest: () => Promise<ExportSource>,
): Promise<Exported | undefined> {
  await makeIfMissing(parts.folder);
  // The folder itself may be a link. Inside it, no link is followed.
  return inFolder(await realpath(parts.folder), async (top) => {
    // Checked before anything is written, even the lock.
    await assertOwn(top.path, parts.folder);
    return inTurn(top.path, parts, () => exportTo(top, parts, latest));
  });
}

async function exportTo(
  top: OpenFolder,
  parts: ExportParts,
  latest: () => Promise<ExportSource>,
): Promise<Exported | undefined> {
  await removeTemporaries(top.path);
  for (const name of [revisionsFolder, assetsFolder]) await makeIfMissing(join(top.path, name));
  await assertOwn(top.path, parts.folder);
  return inFolder(join(top.path, revisionsFolder), (revisions) =>
    inFolder(join(top.path, assetsFolder), async (assets) => {
      // An empty folder may lack its mode, if we were stopped while making it. Other modes may be the operator's
      // choice.
      for (const folder of [revisions, assets])
        if ((await readdir(folder.path)).length === 0) await folder.openToAll();
      const kept = await readExports(top.path);
      assertKind(parts, kept);
      const source = await latest();
      if (isOutdated(source, kept)) return undefined;
      const places = { top, revisions, assets };
      try {
        const exported = await writeRevision(places, parts, source.revision, kept);
        await tidy(places, parts, kept).catch(() => {});
        return exported;
      } finally {
        await removeTemporaries(top.path).catch(() => {});
      }
    }),
  );
}

/** The folders of an export, open while it is made. */
interface Folders {
  top: OpenFolder;
  revisions: OpenFolder;
  assets: OpenFolder;
}

function assertKind({ folder, isScriptless }: ExportParts, kept: KeptExport[]): void {
  if (kept.some((other) => other.isScriptless !== isScriptless))
    throw new NoticeError("EXPORT_KIND", { folder, isScriptless: !isScriptless });
}

function isOutdated({ revision, knownAt }: ExportSource, kept: KeptExport[]): boolean {
  const current = kept.find(({ isCurrent }) => isCurrent);
  if (!current || !knownAt) return false;
  return current.revision > revision.number && current.exportedAt >= knownAt.toISOString();
}

async function writeRevision(
  { top, revisions, assets }: Folders,
  parts: ExportParts,
  revision: Revision,
  kept: KeptExport[],
): Promise<Exported> {
  const { now } = parts;
  const phase = phaseOf(revision.notice, now().getTime());
  const { number, sum } = documentVersion(revision);
  const modified = modifiedOf(revision, kept);
  const temporary = (): string => join(top.path, `${temporaryPrefix}${randomName()}`);
  await writeAssets(assets, parts.assets, temporary);

  const whole = temporary();
  await makeNewFolder(whole);
  const written = await inFolder(whole, async (folder) => {
    const written = await writeFiles(folder, parts.makeFiles(revision, phase, modified), modified);
    const { files } = written;
    const exportedAt = now().toISOString();
    const names = assetNames(parts.assets);
    const { isScriptless } = parts;
    const kind = isScriptless && { isScriptless };
    const what = { revision: number, sum, phase, modified, exportedAt, ...kind };
    const record: ExportRecord = { ...what, assets: names, files };
    await writeNewFile(
      join(folder.path, recordFile),
      `${JSON.stringify(record)}\n`,
      new Date(modified * 1000),
    );
    await folder.sync();
    return written;
  });

  const name = `${versionName({ number, sum })}-${phase.replace(" ", "-")}-${randomName()}`;
  await rename(whole, join(revisions.path, name));
  await revisions.sync();
  const link = temporary();
  await symlink(`${revisionsFolder}/${name}`, link);
  await rename(link, join(top.path, currentLink));
  await top.sync();
  return { revision: number, phase, files: written.files.length, bytes: written.bytes };
}

/** Writes the files of a revision. `modified` is their modification time, in seconds since the epoch. */
async function writeFiles(
  folder: OpenFolder,
  files: AsyncIterable<ExportedFile>,
  modified: number,
): Promise<{ files: string[]; bytes: number }> {
  const date = new Date(modified * 1000);
  const written = { files: [] as string[], bytes: 0 };
  await makeNewFolder(join(folder.path, pagesFolder));
  await inFolder(join(folder.path, pagesFolder), async (pages) => {
    for await (const { path, body } of files) {
      const around = isPage(path) ? pages : folder;
      await writeNewFile(join(around.path, basename(path)), body, date);
      written.files.push(path);
      written.bytes += body.length;
    }
    await pages.sync();
  });
  return written;
}

function isPage(path: string): boolean {
  return dirname(path) === pagesFolder;
}

/** Removes old exports and scripts. It may fail: then they are removed next time. */
async function tidy(
  { top, revisions, assets }: Folders,
  parts: ExportParts,
  before: KeptExport[],
): Promise<void> {
  const after = await readExports(top.path);
  const stay = after.filter(({ isCurrent }, at) => isCurrent || at < keptExports);
  for (const old of after.filter((kept) => !stay.includes(kept))) await removeExport(revisions, old);
  const last = before.find(({ isCurrent }) => isCurrent);
  const named = new Set([...assetNames(parts.assets), ...(last?.assets ?? [])]);
  await removeOldAssets(assets, named, parts.now().getTime());
}

/** Removes the files that an export has written, and its folders if they are then empty. */
async function removeExport(revisions: OpenFolder, { name, files }: KeptExport): Promise<void> {
  const path = join(revisions.path, name);
  await inFolder(path, async (folder) => {
    const pages = join(folder.path, pagesFolder);
    await inFolder(pages, (around) => removeFiles(around, files.filter(isPage))).catch(() => {});
    await rmdir(pages).catch(() => {});
    // The record comes last: it lists the files, so an interrupted removal can go on.
    await removeFiles(folder, [...files.filter((file) => !isPage(file)), recordFile]);
  });
  await rmdir(path).catch(() => {});
}

async function removeFiles(folder: OpenFolder, files: string[]): Promise<void> {
  for (const file of files) await unlink(join(folder.path, basename(file))).catch(() => {});
}

const temporaryPrefix = ".backsoon-";
const temporaryName = /^\.backsoon-[0-9a-f]{8}$/;

function randomName(): string {
  return randomBytes(4).toString("hex");
}

/** Removes what interrupted exports left behind. Nobody else is writing: the caller holds the lock. */
async function removeTemporaries(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((name) => temporaryName.test(name)))
    await rm(join(folder, name), { recursive: true, force: true });
}

async function makeIfMissing(path: string): Promise<void> {
  try {
    await makeNewFolder(path);
    await inFolder(await realpath(dirname(path)), (around) => around.sync()).catch(() => {});
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !(await stat(path)).isDirectory()) throw error;
  }
}

/** Refuses files and folders of other programs that have our names. @throws NoticeError EXPORT_FOREIGN */
async function assertOwn(path: string, folder: string): Promise<void> {
  const refuse = (name: string): never => {
    throw new NoticeError("EXPORT_FOREIGN", { folder, name });
  };
  const look = (name: string) => lstat(join(path, name)).catch(() => undefined);
  for (const name of [revisionsFolder, assetsFolder]) {
    const present = await look(name);
    if (present && !present.isDirectory()) refuse(name);
  }
  const current = await look(currentLink);
  if (!current) return;
  if (!current.isSymbolicLink()) refuse(currentLink);
  if (readTarget(await readlink(join(path, currentLink))) === undefined) refuse(currentLink);
}
