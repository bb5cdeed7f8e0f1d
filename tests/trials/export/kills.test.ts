import { spawn } from "node:child_process";
import { once } from "node:events";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import type { ExportedFile } from "../../../api/export/files/files.ts";
import { type ExportParts, writeExport } from "../../../api/export/folder.ts";
import { type KeptExport, readCurrent } from "../../../api/export/record.ts";
import { tryLock } from "../../../data/sqlite-file/try-lock.ts";
import type { Revision } from "../../../data/store.ts";
import { defaults } from "../../../schema/notice/defaults.ts";
import { temporaryFolder } from "../../support/folder.ts";

// Exports whose files are made without rendering and compressing: most of their time is spent in the folder.

const cheapFiles = 16;
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

function cheapParts(folder: string): ExportParts {
  return { folder, assets, makeFiles, tryLock, now: () => new Date() };
}

function cheapRevision(number: number): Revision {
  const notice = { ...defaults, title: `Title ${number}` };
  return { number, notice, author: "anna", createdAt: new Date(number * 1000).toISOString() };
}

/** The export that visitors get, each of whose files must be there as a whole; undefined if there is none. */
async function wholeExport(folder: string): Promise<KeptExport | undefined> {
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
function temporariesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => /^\.backsoon-(?!lock$)/.test(name));
}

const lanes = 4;
const killsInLane = 50;

/**
 * Exports revision after revision, and says which, with the product's own code, as it is built; kills itself before one
 * of its calls to the file system.
 */
const exportsForEver = `
  import fs from "node:fs/promises";
  import { syncBuiltinESMExports } from "node:module";
  const [folder, first, call] = process.argv.slice(1);
  let left = Number(call);
  const killAt = (calls, names) => {
    for (const name of names) {
      const original = calls[name];
      calls[name] = function (...args) {
        left -= 1;
        if (left === 0) process.kill(process.pid, "SIGKILL");
        return original.apply(this, args);
      };
    }
  };
  const handle = await fs.open("/dev/null");
  killAt(Object.getPrototypeOf(handle), ["writeFile", "chmod", "utimes", "sync"]);
  killAt(fs, ["open", "mkdir", "rename", "symlink", "unlink", "rmdir", "rm", "lutimes"]);
  syncBuiltinESMExports();

  const built = (path) => import(new URL(path, ${JSON.stringify(`${pathToFileURL("dist/node").href}/`)}));
  const { writeExport } = await built("api/export/folder.js");
  const { tryLock } = await built("data/sqlite-file/try-lock.js");
  const script = Buffer.from("export {};");
  const bodies = { br: script, gzip: script, identity: script };
  const assets = [{ path: "/assets/backsoon-cheap.js", type: "text/javascript", bodies }];
  async function* makeFiles({ number }) {
    for (let at = 0; at < ${cheapFiles}; at += 1)
      yield { path: "pages/" + at + ".txt", body: Buffer.from(number + " " + at + " " + "x".repeat(5000) + " end") };
  }
  for (let number = Number(first); ; number += 1) {
    const notice = { isEnabled: true, title: "Title " + number, contactEmail: "support@example.com" };
    const revision = { number, notice, author: "anna", createdAt: new Date(number * 1000).toISOString() };
    await writeExport({ folder, assets, makeFiles, tryLock, now: () => new Date() }, async () => ({ revision }));
    process.stdout.write(number + "\\n");
  }`;

/** Kills one program after another that exports, each at another call; gives how many left something temporary. */
async function runLane(lane: number): Promise<number> {
  const folder = temporaryFolder();
  let [last, leftovers] = [1, 0];
  await writeExport(cheapParts(folder), async () => ({ revision: cheapRevision(last) }));
  for (let kill = 0; kill < killsInLane; kill += 1) {
    const call = 1 + lane + kill * lanes;
    const args = ["--input-type=module", "-e", exportsForEver, folder, String(last + 1), String(call)];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    child.stdout.on("data", (text) => (said += text));
    await once(child, "close");
    expect(child.signalCode).toBe("SIGKILL");
    const acknowledged = Number(said.trim().split("\n").at(-1)) || last;
    leftovers += temporariesIn(folder).length > 0 ? 1 : 0;
    const current = await wholeExport(folder);
    // What was said to be exported is, and at most one more.
    expect([acknowledged, acknowledged + 1]).toContain(current?.revision ?? 0);
    last = current?.revision ?? 0;
  }
  await writeExport(cheapParts(folder), async () => ({ revision: cheapRevision(last + 1) }));
  expect((await wholeExport(folder))?.revision).toBe(last + 1);
  expect(temporariesIn(folder)).toEqual([]);
  return leftovers;
}

it("leaves the last whole export, before whichever of 200 calls the program that makes the next one is killed", async () => {
  const outcomes = await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)));
  const leftovers = outcomes.reduce((sum, count) => sum + count, 0);
  // The kills have met exports that were under way.
  expect(leftovers).toBeGreaterThan((lanes * killsInLane) / 4);
});
