import { lstat, lutimes, readdir, readFile, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Asset } from "../assets/build.ts";
import { type OpenFolder, writeNewFile } from "./synced.ts";

/** The folder with the page's scripts, which all exported revisions share. */
export const assetsFolder = "assets";

/** How long a script stays after the last export that uses it, in ms: a page may have been opened just before. */
const maxUnnamedMs = 24 * 60 * 60 * 1000;

/** Matches only our scripts: an app may have its own in a folder of this name. */
const ownName = /^backsoon-[\w-]+\.js(?:\.br|\.gz)?$/;

/** The names of the files of these scripts, the compressed ones included. */
export function assetNames(assets: Asset[]): string[] {
  return assets.flatMap((asset) => filesOf(asset).map(([name]) => name));
}

function filesOf({ path, bodies }: Asset): [name: string, body: Buffer][] {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return [
    [name, bodies.identity],
    [`${name}.br`, bodies.br],
    [`${name}.gz`, bodies.gzip],
  ];
}

/** Writes the missing scripts. Each is moved into place from a temporary file, so that none is ever incomplete. */
export async function writeAssets(
  folder: OpenFolder,
  assets: Asset[],
  temporary: () => string,
): Promise<void> {
  let isChanged = false;
  for (const [name, body] of assets.flatMap(filesOf)) {
    const path = join(folder.path, name);
    if (await hasContent(path, body)) continue;
    const whole = temporary();
    await writeNewFile(whole, body);
    await rename(whole, path);
    isChanged = true;
  }
  if (isChanged) await folder.sync();
}

async function hasContent(path: string, body: Buffer): Promise<boolean> {
  const present = await lstat(path).catch(() => undefined);
  return present?.isFile() === true && body.equals(await readFile(path));
}

/**
 * Removes scripts that no export has used for a day. `named` are the scripts of the last two exports; `now` is in ms
 * since the epoch.
 */
export async function removeOldAssets(
  { path: folder }: OpenFolder,
  named: ReadonlySet<string>,
  now: number,
): Promise<void> {
  const date = new Date(now);
  for (const name of (await readdir(folder)).filter((name) => ownName.test(name))) {
    const path = join(folder, name);
    const present = await lstat(path);
    if (!present.isFile()) continue;
    if (named.has(name)) await lutimes(path, date, date);
    else if (now - present.mtimeMs > maxUnnamedMs) await unlink(path);
  }
}
