import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
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

/** Overwrites the beginning of a page. */
export function overwrite(file: string, page: number): void {
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, Buffer.alloc(512, 0xa5), 0, 512, (page - 1) * pageBytes);
  closeSync(descriptor);
}

/** Overwrites the whole store. It is never empty: SQLite throws the log of an empty file away. */
export function garble(file: string): void {
  writeFileSync(file, "garbage\n", { flag: "r+" });
  truncateSync(file, 8);
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
  return (await run("check", "--no-service")).stdout
    .split("\n")
    .filter((line) => line.startsWith("FAILURE "));
}

/** Breaks a store, and expects that `restore` goes on with what visitors see, and that everything works again. */
export async function expectRepair(
  { at, backup, service }: Damageable,
  breakIt: (file: string) => void,
): Promise<void> {
  const seen = await readTexts(at);
  const last = Math.max(...seen.keys());
  breakIt(at.database);
  const red = await redLines(at);
  expect(red).not.toEqual([]);
  for (const line of red) expect(line).toContain("`npx notice restore FILE`");
  expect(await at.run("restore", backup)).toMatchObject({ code: 0, stderr: "" });
  expect(await redLines(at)).toEqual([]);
  const after = await readTexts(at);
  expect([...after.keys()]).toEqual([last + 1, 3, 2, 1]);
  expect(after.get(last + 1)).toBe(seen.get(last));
  if (service) await expectShown(service, last + 1);
  expect((await at.run("set", "--title", "On")).stdout).toContain(`Revision ${last + 2} is published`);
  if (service) await expectShown(service, last + 2);
}

async function expectShown(service: Service, revision: number): Promise<void> {
  const up = { store: "up", revision };
  await vi.waitFor(async () => expect(await readiness(service)).toMatchObject(up), patient);
}
