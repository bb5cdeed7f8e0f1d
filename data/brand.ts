import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Brand, type BrandDocument, checkBrand, type PictureName } from "../schema/brand/brand.ts";
import { type BrandImage, readImage } from "../schema/brand/image.ts";
import { parseJson } from "../schema/json/json.ts";

/** The pictures of a brand, and how large the file of each may be, in bytes. */
const pictures: Record<PictureName, number> = {
  logo: 16 * 1024,
  "logo-dark": 16 * 1024,
  favicon: 4 * 1024,
};

/** How long reading the folder may take, in ms: it may be on another machine, and visitors wait for the notice. */
const folderTimeoutMs = 2000;

/** A brand, or everything that is wrong with it, one sentence each. */
type Read = { brand: Brand } | { faults: [string, ...string[]] };

/** The brand in a folder, or everything that is wrong with it, one sentence each. It never waits longer than two seconds. */
export function readBrand(folder: string): Promise<Read> {
  const late = `${folder} did not respond within ${folderTimeoutMs} ms: put it on a local disk.`;
  return Promise.race([readFiles(folder), sleep<Read>(folderTimeoutMs, { faults: [late] }, { ref: false })]);
}

/** The pictures in a folder that no page shows, such as `favicon.ico`. It never waits longer than two seconds. */
export async function findUnread(folder: string): Promise<string[]> {
  const names = readdir(folder).catch(() => []);
  const all = await Promise.race([names, sleep<string[]>(folderTimeoutMs, [], { ref: false })]);
  const ours = Object.keys(pictures).flatMap((name) => [`${name}.svg`, `${name}.png`]);
  return all
    .filter((name) => /\.(?:svg|png|ico|jpe?g|gif|webp|avif)$/i.test(name) && !ours.includes(name))
    .sort();
}

async function readFiles(folder: string): Promise<Read> {
  const faults: string[] = [];
  const document = await readDocument(folder, faults);
  const images: Brand["images"] = {};
  for (const name of Object.keys(pictures) as PictureName[]) {
    const image = await readPicture(folder, name, faults);
    if (image) images[name] = image;
  }
  const isTold = faults.some((fault) => /\blogo\.(svg|png)\b/.test(fault));
  if (images["logo-dark"] && !images.logo && !isTold)
    faults.push("There is a logo-dark but no logo: add logo.svg or logo.png, which a light page needs.");
  if (document?.showName === false && !images.logo && !isTold)
    faults.push(
      "brand.json: showName is false and there is no logo: add logo.svg or logo.png, or remove showName.",
    );
  const [first, ...others] = faults;
  if (first !== undefined) return { faults: [first, ...others] };
  // A missing document would be among the faults.
  return { brand: { document: document as BrandDocument, images } };
}

async function readDocument(folder: string, faults: string[]): Promise<BrandDocument | undefined> {
  const name = "brand.json";
  const bytes = await read(folder, name, 64 * 1024, faults);
  if (!bytes) {
    if (faults.length === 0) faults.push(`There is no ${name} in ${folder}: write one with at least a name.`);
    return undefined;
  }
  try {
    const checked = checkBrand(parseJson(bytes));
    if ("document" in checked) return checked.document;
    faults.push(...checked.faults.map((fault) => `${name}: ${fault}`));
  } catch (error) {
    faults.push(`${name}: ${(error as Error).message}`);
  }
  return undefined;
}

async function readPicture(
  folder: string,
  name: PictureName,
  faults: string[],
): Promise<BrandImage | undefined> {
  const found: (BrandImage | undefined)[] = [];
  for (const file of [`${name}.svg`, `${name}.png`]) {
    const bytes = await read(folder, file, pictures[name], faults);
    if (!bytes) continue;
    const image = readImage(file, bytes);
    if ("faults" in image) faults.push(...image.faults.map((fault) => `${file} ${fault}.`));
    found.push("faults" in image ? undefined : image);
  }
  if (found.length > 1) faults.push(`There are ${name}.svg and ${name}.png: keep one of them.`);
  return found[0];
}

/** The bytes of a file; undefined if there is none, or if it cannot be used, which is then a fault. */
async function read(
  folder: string,
  name: string,
  maxBytes: number,
  faults: string[],
): Promise<Buffer | undefined> {
  const file = join(folder, name);
  try {
    const stats = await stat(file);
    // Reading a pipe would wait for somebody to write to it.
    if (!stats.isFile()) faults.push(`${name} is not a file: replace it with one.`);
    else if (stats.size > maxBytes)
      faults.push(`${name} has ${stats.size} bytes, and at most ${maxBytes} are allowed: make it smaller.`);
    else return await readFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "ENOTDIR")
      faults.push(`${name} cannot be read (${code}): make it readable.`);
  }
  return undefined;
}
