import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readBuild } from "../../../api/assets/build.ts";
import type { ExportedFile } from "../../../api/export/files/files.ts";
import { type ExportParts, type ExportSource, writeExport } from "../../../api/export/folder.ts";
import { inTurn } from "../../../api/export/lock.ts";
import { modifiedOf } from "../../../api/export/modified.ts";
import { readCurrent, readExports } from "../../../api/export/record.ts";
import { tryLock } from "../../../data/sqlite-file/try-lock.ts";
import type { Revision } from "../../../data/store.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { at, revisionOf, seconds } from "./revisions.ts";

const build = readBuild("dist/web");

/** One file of a revision: what is done with it does not depend on how many there are. */
async function* oneFile({ number }: Revision): AsyncGenerator<ExportedFile> {
  yield { path: "pages/en.txt", body: Buffer.from(`revision ${number}`) };
}

const partsIn = (folder: string, parts: Partial<ExportParts> = {}): ExportParts => ({
  folder,
  assets: [],
  makeFiles: oneFile,
  tryLock,
  now: () => new Date(),
  ...parts,
});

const exportIn = (folder: string, revision: Revision, parts: Partial<ExportParts> = {}) =>
  writeExport(partsIn(folder, parts), async () => ({ revision }));

const shownIn = (folder: string) => readFileSync(join(folder, "current", "pages", "en.txt"), "utf8");

/** Everything below a folder, with its mode. */
function treeOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((path) => [path, lstatSync(join(folder, path))] as const)
      .filter(([, stats]) => !stats.isSymbolicLink())
      .map(([path, stats]) => [path, (stats.mode & 0o777).toString(8)]),
  );
}

describe("an export", () => {
  it("can be read by everybody whatever the umask, and written by us alone, at the time of its revision", async () => {
    const before = process.umask(0o077);
    const folder = join(temporaryFolder(), "export");
    try {
      await exportIn(folder, revisionOf(1), { assets: build.assets });
    } finally {
      process.umask(before);
    }
    const tree = treeOf(folder);
    for (const [path, mode] of Object.entries(tree))
      expect([path, mode]).toEqual([path, lstatSync(join(folder, path)).isDirectory() ? "755" : "644"]);
    expect((lstatSync(folder).mode & 0o777).toString(8)).toBe("755");
    const file = lstatSync(join(folder, readlinkSync(join(folder, "current")), "pages", "en.txt"));
    expect(file.mtime.toISOString()).toBe(at(1));
  });

  it("leaves the last three, and nothing temporary", async () => {
    const folder = temporaryFolder();
    for (const number of [1, 2, 3, 4, 5]) await exportIn(folder, revisionOf(number));
    expect((await readExports(folder)).map(({ revision }) => revision)).toEqual([5, 4, 3]);
    expect(readdirSync(join(folder, "revisions"))).toHaveLength(3);
    expect(readdirSync(folder).sort()).toEqual([".backsoon-lock", "assets", "current", "revisions"]);
    expect(shownIn(folder)).toBe("revision 5");
  });

  it("keeps scripts for a day after the last export that names them, and those of others for ever", async () => {
    const folder = temporaryFolder();
    const day = 24 * 60 * 60 * 1000;
    const older = build.assets.map((asset) => ({ ...asset, path: "/assets/backsoon-older.js" })).slice(0, 1);
    const start = Date.now();
    const exportAt = (number: number, assets: typeof older, ms: number) =>
      exportIn(folder, revisionOf(number), { assets, now: () => new Date(start + ms) });
    await exportAt(1, older, 0);
    const theirs = join(folder, "assets", "app.js");
    writeFileSync(theirs, "");
    utimesSync(theirs, 0, 0);
    // It was named until now, however long ago that export was made.
    await exportAt(2, build.assets, 5 * day);
    const names = () => readdirSync(join(folder, "assets"));
    expect(names()).toContain("backsoon-older.js.br");
    await exportAt(3, build.assets, 5.9 * day);
    expect(names()).toContain("backsoon-older.js");
    await exportAt(4, build.assets, 6.1 * day);
    expect(names().filter((name) => name.includes("older"))).toEqual([]);
    expect(names()).toContain("app.js");
    for (const { path, bodies } of build.assets)
      expect(readFileSync(join(folder, path)).equals(bodies.identity)).toBe(true);
  });

  it("writes a script again that has become a link, or whose content is another's", async () => {
    const folder = temporaryFolder();
    await exportIn(folder, revisionOf(1), { assets: build.assets });
    const [{ path, bodies } = expect.fail()] = build.assets;
    const vault = temporaryFolder();
    // A link to the same text is a link: what it leads to may change.
    writeFileSync(join(vault, "file"), bodies.identity);
    rmSync(join(folder, path));
    symlinkSync(join(vault, "file"), join(folder, path));
    writeFileSync(join(folder, `${path}.gz`), "theirs");
    await exportIn(folder, revisionOf(2), { assets: build.assets });
    expect(lstatSync(join(folder, path)).isFile()).toBe(true);
    expect(readFileSync(join(folder, path)).equals(bodies.identity)).toBe(true);
    expect(readFileSync(join(folder, `${path}.gz`)).equals(bodies.gzip)).toBe(true);
  });

  it("that fails leaves the last one, and nothing behind", async () => {
    const folder = temporaryFolder();
    await exportIn(folder, revisionOf(1));
    const before = treeOf(folder);
    const makeFiles = async function* (): AsyncGenerator<ExportedFile> {
      yield { path: "pages/en.txt", body: Buffer.from("half") };
      throw new Error("It cannot be rendered.");
    };
    await expect(exportIn(folder, revisionOf(2), { makeFiles })).rejects.toThrow("cannot be rendered");
    expect(treeOf(folder)).toEqual(before);
    expect(shownIn(folder)).toBe("revision 1");
  });

  it("removes what a program left that was ended", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, ".backsoon-0123abcd", "pages"), { recursive: true });
    writeFileSync(join(folder, ".backsoon-0123abcd", "pages", "en.txt"), "half");
    const vault = temporaryFolder();
    writeFileSync(join(vault, "file"), "theirs");
    symlinkSync(vault, join(folder, ".backsoon-4567abcd"));
    mkdirSync(join(folder, "assets"), { mode: 0o700 });
    await exportIn(folder, revisionOf(1));
    expect(readdirSync(folder).filter((name) => /^\.backsoon-[0-9a-f]/.test(name))).toEqual([]);
    expect(readdirSync(vault)).toEqual(["file"]);
    expect((lstatSync(join(folder, "assets")).mode & 0o777).toString(8)).toBe("755");
  });

  it.each<[what: string, put: (folder: string, vault: string) => void]>([
    ["a link to elsewhere as current", (folder, vault) => symlinkSync(vault, join(folder, "current"))],
    ["a link as the folder of revisions", (folder, vault) => symlinkSync(vault, join(folder, "revisions"))],
    [
      "a link as the lock",
      (folder, vault) => symlinkSync(join(vault, "file"), join(folder, ".backsoon-lock")),
    ],
  ])("touches nothing in a folder with %s", async (_what, put) => {
    const [folder, vault] = [temporaryFolder(), temporaryFolder()];
    put(folder, vault);
    const before = [treeOf(folder), readdirSync(folder)];
    await expect(exportIn(folder, revisionOf(1))).rejects.toMatchObject({ code: "EXPORT_FOREIGN" });
    expect([treeOf(folder), readdirSync(folder)]).toEqual(before);
    expect(readdirSync(vault)).toEqual([]);
  });

  it("leaves what others have put into it, also where it removes its own", async () => {
    const folder = temporaryFolder();
    await exportIn(folder, revisionOf(1));
    const [theirs, revision] = [
      join(folder, "robots.txt"),
      join(folder, readlinkSync(join(folder, "current"))),
    ];
    for (const path of [theirs, join(revision, "pages", "theirs.txt")]) writeFileSync(path, "theirs");
    mkdirSync(join(folder, "revisions", "theirs"));
    for (const number of [2, 3, 4]) await exportIn(folder, revisionOf(number));
    expect(readFileSync(theirs, "utf8")).toBe("theirs");
    expect(readdirSync(revision, { recursive: true })).toEqual(["pages", join("pages", "theirs.txt")]);
    expect(existsSync(join(folder, "revisions", "theirs"))).toBe(true);
  });

  it("of several at once, one after the other, is the one that was latest when its turn had come", async () => {
    const folder = temporaryFolder();
    let latest = 0;
    const taken: number[] = [];
    const source = async (): Promise<ExportSource> => {
      latest += 1;
      taken.push(latest);
      return { revision: revisionOf(latest) };
    };
    await Promise.all([1, 2, 3, 4].map(() => writeExport(partsIn(folder), source)));
    expect(taken).toEqual([1, 2, 3, 4]);
    expect(shownIn(folder)).toBe("revision 4");
  });

  it("does not take the place of a newer one that was made since the older one was the latest", async () => {
    const folder = temporaryFolder();
    const knownAt = new Date(Date.now() - 1000);
    await exportIn(folder, revisionOf(6));
    const older = async (knownAt: Date) =>
      writeExport(partsIn(folder), async () => ({ revision: revisionOf(5), knownAt }));
    expect(await older(knownAt)).toBeUndefined();
    expect(shownIn(folder)).toBe("revision 6");
    // A store that begins anew has lower numbers.
    await older(new Date(Date.now() + 1000));
    expect(shownIn(folder)).toBe("revision 5");
  });

  it("takes no place of one of the other kind, with scripts or without", async () => {
    for (const isScriptless of [undefined, true] as const) {
      const folder = temporaryFolder();
      await exportIn(folder, revisionOf(1), { isScriptless });
      const before = treeOf(folder);
      await expect(
        exportIn(folder, revisionOf(2), { isScriptless: isScriptless ? undefined : true }),
      ).rejects.toMatchObject({ code: "EXPORT_KIND" });
      expect(treeOf(folder)).toEqual(before);
      await exportIn(folder, revisionOf(2), { isScriptless });
      expect(shownIn(folder)).toBe("revision 2");
    }
  });

  it("waits for another program's", async () => {
    const folder = temporaryFolder();
    let end = (): void => {};
    const held = inTurn(folder, { folder, tryLock }, () => new Promise<void>((resolve) => (end = resolve)));
    await expect.poll(() => existsSync(join(folder, ".backsoon-lock"))).toBe(true);
    let asked = 0;
    const waiting = exportIn(folder, revisionOf(1), {
      tryLock: (file) => {
        asked += 1;
        return tryLock(file);
      },
    });
    let isDone = false;
    void waiting.then(() => (isDone = true));
    // It has asked for its turn, and more than once.
    await expect.poll(() => asked).toBeGreaterThan(2);
    expect([isDone, existsSync(join(folder, "current"))]).toEqual([false, false]);
    end();
    await held;
    await waiting;
    expect((await readCurrent(folder))?.revision).toBe(1);
  });

  it("is made anew where the folder has been removed, or moved and is a link", async () => {
    const folder = join(temporaryFolder(), "export");
    await exportIn(folder, revisionOf(1));
    rmSync(folder, { recursive: true });
    await exportIn(folder, revisionOf(2));
    renameSync(folder, `${folder}-moved`);
    symlinkSync(`${folder}-moved`, folder);
    await exportIn(folder, revisionOf(3));
    expect(shownIn(`${folder}-moved`)).toBe("revision 3");
    chmodSync(folder, 0o711);
    await exportIn(folder, revisionOf(4));
    expect((lstatSync(`${folder}-moved`).mode & 0o777).toString(8)).toBe("711");
  });
});

describe("the time of a revision's files", () => {
  const kept = (number: number, modified: number) => {
    const { sum } = { sum: "00000000" };
    return { revision: number, sum, modified };
  };

  it("is never that of another one, whichever was first", () => {
    const noon = seconds("2026-01-01T12:00:00Z");
    const revision = revisionOf(5, {}, "2026-01-01T12:00:00.500Z");
    expect(modifiedOf(revision, [kept(4, noon)])).toBe(noon + 1);
    expect(modifiedOf(revision, [kept(9, noon), kept(8, noon + 1)])).toBe(noon + 2);
  });

  it("is after that of a lower number, even if the clock went back", () => {
    const later = seconds("2026-01-01T13:00:00Z");
    expect(modifiedOf(revisionOf(5, {}, "2026-01-01T12:00:00Z"), [kept(4, later)])).toBe(later + 1);
  });

  it("stays in another phase", async () => {
    const folder = temporaryFolder();
    const revision = revisionOf(2, { expectedReturn: at(60) });
    for (const minute of [0, 59, 61]) await exportIn(folder, revision, { now: () => new Date(at(minute)) });
    const all = await readExports(folder);
    expect(all.map(({ phase }) => phase)).toEqual(["overdue week", "upcoming week", "upcoming week"]);
    expect(new Set(all.map(({ modified }) => modified))).toEqual(new Set([seconds(at(2))]));
  });
});
