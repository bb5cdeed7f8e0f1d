import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import Database from "better-sqlite3";
import { expect, vi } from "vitest";
import { sqliteBackend } from "../../../data/sqlite/backend.ts";
import { type Prepared, prepared } from "../command/prepared.ts";
import { temporaryFolder } from "../folder.ts";
import { patient } from "../patient.ts";
import { readiness, type Service, startService } from "../service/service.ts";
import { tokenWith } from "./access-contract.ts";

/** A store of six revisions with a token, a reply and a count, and a backup of its first three. */
export interface Damageable {
  at: Prepared;
  backup: string;
  /** What has the store open, if anything has. */
  service: Service | undefined;
}

/** The size of a page of a store, in bytes. */
const pageBytes = 4096;

/** What breaks a store, once it is at rest in its one file. */
export interface Damage {
  name: string;
  inject(file: string): void;
}

/** Overwrites a part of a page. */
export function overwritten(page: number, start: number, bytes: number): Damage {
  return {
    name: `${bytes} bytes at ${start} of page ${page} overwritten`,
    inject(file) {
      const descriptor = openSync(file, "r+");
      writeSync(descriptor, Buffer.alloc(bytes, 0xa5), 0, bytes, (page - 1) * pageBytes + start);
      closeSync(descriptor);
    },
  };
}

/** Cuts a store off before a page. */
export const truncated = (page: number): Damage => ({
  name: `cut off before page ${page}`,
  inject: (file) => truncateSync(file, (page - 1) * pageBytes),
});

/** Puts another file in the place of a store, or its bytes into it. */
export const replacements: Damage[] = [
  {
    name: "eight bytes in its place",
    // It is never empty: SQLite throws the log of an empty file away.
    inject(file) {
      writeFileSync(file, "garbage\n", { flag: "r+" });
      truncateSync(file, 8);
    },
  },
  { name: "a text in its place", inject: (file) => writeFileSync(file, "x".repeat(20_000)) },
  { name: "an empty file in its place", inject: (file) => writeFileSync(file, "") },
  { name: "no file in its place", inject: (file) => rmSync(file) },
  {
    name: "another program's database in its place",
    inject(file) {
      rmSync(file);
      const db = new Database(file);
      db.exec("CREATE TABLE revision (revision INTEGER PRIMARY KEY); INSERT INTO revision VALUES (12)");
      db.close();
    },
  },
];

/** How many pages the store of `damageable` has. */
export function pagesOf({ at: { database } }: Damageable): number {
  return statSync(database).size / pageBytes;
}

/** The files of such a store, by what their names have after the store's, and its backup. */
interface Made {
  files: [name: string, bytes: Buffer][];
  backup: Buffer;
}

let made: Promise<Made> | undefined;

/** Makes such a store, at rest in its one file; each after the first is a copy. */
export async function damageable(withService: boolean): Promise<Damageable> {
  made ??= make();
  const { files, backup: bytes } = await made;
  const at = await prepared();
  const backup = join(temporaryFolder(), "backup.db");
  for (const [name, bytes] of files) writeFileSync(at.database + name, bytes);
  writeFileSync(backup, bytes);
  return { at, backup, service: withService ? await startService({ DATABASE: at.database }) : undefined };
}

async function make(): Promise<Made> {
  const at = await prepared();
  const backup = join(temporaryFolder(), "backup.db");
  for (let number = 2; number <= 6; number += 1) {
    if (number === 4) expect((await at.run("backup", backup)).code).toBe(0);
    // Long enough for some pages.
    const message = `Message ${number} ${"m".repeat(900)}`;
    expect((await at.run("set", "--title", `Title ${number}`, "--message", message)).code).toBe(0);
  }
  const backend = sqliteBackend(at.database);
  const access = await backend.openAccess();
  await access.addToken(tokenWith());
  await access.keepReply("anna", "key", { bodySum: "sum", status: 200, body: "the reply" });
  await access.close();
  const usage = await backend.openUsage();
  await usage.reserveUse(5);
  await usage.close();
  const folder = dirname(at.database);
  const files = readdirSync(folder).map((name): [string, Buffer] => [
    name.slice(basename(at.database).length),
    readFileSync(join(folder, name)),
  ]);
  return { files, backup: readFileSync(backup) };
}

/** The texts of the revisions, by their numbers. */
export async function readTexts({ run }: Pick<Prepared, "run">): Promise<Map<number, string>> {
  const { stdout } = await run("history", "--limit", "100", "--json");
  const entries: { revision: number; notice?: object }[] = JSON.parse(stdout);
  return new Map(entries.map(({ revision, notice }) => [revision, JSON.stringify(notice)]));
}

/** The lines of `check` that are red. */
export async function redLines({ run }: Pick<Prepared, "run">): Promise<string[]> {
  return (await run("check")).stdout.split("\n").filter((line) => line.startsWith("FAILURE "));
}

/**
 * Breaks a store, and expects that `restore` makes every red line of `check` green, that no number has had two texts, and
 * that everything works again. Returns whether a line was red.
 */
export async function expectRepair({ at, backup, service }: Damageable, damage: Damage): Promise<boolean> {
  const seen = await readTexts(at);
  damage.inject(at.database);
  const red = await redLines(at);
  for (const line of red) expect(line).toContain("`npx notice restore FILE`");
  expect(await at.run("restore", backup)).toMatchObject({ code: 0, stderr: "" });
  expect(await redLines(at)).toEqual([]);
  const after = await readTexts(at);
  for (const [number, text] of after) expect([number, seen.get(number) ?? text]).toEqual([number, text]);
  const latest = Math.max(...after.keys());
  expect(latest).toBeGreaterThan(Math.max(...seen.keys()));
  // What visitors see goes on, unless nothing was found broken.
  const last = seen.get(Math.max(...seen.keys()));
  expect(JSON.parse(after.get(latest) ?? "{}")).toMatchObject(
    red.length > 0 ? JSON.parse(last ?? "{}") : { title: "Title 3" },
  );
  if (service) await expectShown(service, latest);
  expect((await at.run("set", "--title", `On ${latest}`)).stdout).toContain(
    `Revision ${latest + 1} is published`,
  );
  expect((await at.run("token", "create", `user ${latest}`)).code).toBe(0);
  expect((await at.run("backup", join(temporaryFolder(), "after.db"))).code).toBe(0);
  if (service) await expectShown(service, latest + 1);
  return red.length > 0;
}

async function expectShown(service: Service, revision: number): Promise<void> {
  const up = { store: "up", revision };
  await vi.waitFor(async () => expect(await readiness(service)).toMatchObject(up), patient);
}
