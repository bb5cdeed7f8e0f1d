import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { ExportedFile } from "../../../api/export/files/files.ts";
import type { ExportParts } from "../../../api/export/folder.ts";
import { type KeptExport, readCurrent } from "../../../api/export/record.ts";
import { tryLock } from "../../../data/sqlite-file/try-lock.ts";
import type { Revision } from "../../../data/store.ts";
import { defaults } from "../../../schema/notice/defaults.ts";

// Exports whose files are made without rendering and compressing: most of their time is spent in the folder.

export const cheapFiles = 16;
const bodyOf = (number: number, at: number): string => `${number} ${at} ${"x".repeat(5000)} end`;
const pathOf = (at: number): string => `pages/${at}.txt`;

async function* makeFiles({ number }: Revision): AsyncGenerator<ExportedFile> {
  for (let at = 0; at < cheapFiles; at += 1)
    yield { path: pathOf(at), body: Buffer.from(bodyOf(number, at)) };
}

const script = Buffer.from("export {};");
const assets = [
  {
    path: "/assets/backsoon-cheap.js",
    type: "text/javascript",
    bodies: { br: script, gzip: script, identity: script },
  },
];

export function cheapParts(folder: string): ExportParts {
  return { folder, assets, makeFiles, tryLock, now: () => new Date() };
}

export function cheapRevision(number: number): Revision {
  const notice = { ...defaults, title: `Title ${number}` };
  return { number, notice, author: "anna", createdAt: new Date(number * 1000).toISOString() };
}

/** The export that visitors get, each of whose files must be there as a whole; undefined if there is none. */
export async function wholeExport(folder: string): Promise<KeptExport | undefined> {
  const current = await readCurrent(folder);
  if (!current) {
    // No link at all: one that leads nowhere would be half of an export.
    expect(lstatSync(join(folder, "current"), { throwIfNoEntry: false })).toBeUndefined();
    return undefined;
  }
  expect(current.files).toHaveLength(cheapFiles);
  const mtimes = new Set<number>();
  for (let at = 0; at < cheapFiles; at += 1) {
    const file = join(folder, "current", pathOf(at));
    expect(readFileSync(file, "utf8")).toBe(bodyOf(current.revision, at));
    const stats = lstatSync(file);
    expect((stats.mode & 0o777).toString(8)).toBe("644");
    mtimes.add(stats.mtimeMs);
  }
  expect([...mtimes]).toEqual([current.modified * 1000]);
  for (const name of current.assets)
    expect(readFileSync(join(folder, "assets", name)).equals(script)).toBe(true);
  return current;
}

/** What only a program that was ended, or is at it, leaves in the folder. */
export function temporariesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => /^\.backsoon-(?!lock$)/.test(name));
}
