import { closeSync, openSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { sqliteBackend } from "../../../data/sqlite/backend.ts";
import { type Prepared, prepared } from "../command/prepared.ts";
import { temporaryFolder } from "../folder.ts";
import { read } from "./sqlite-file.ts";
import { tokenWith } from "./tokens.ts";

/** A store of six revisions with a token and a count, and a backup of the first three revisions. */
export type Damageable = Awaited<ReturnType<typeof damageable>>;

/** Overwrites the beginning of a page of a store. */
export function overwrite(file: string, page: number): void {
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, Buffer.alloc(512, 0xa5), 0, 512, (page - 1) * 4096);
  closeSync(descriptor);
}

/** Overwrites the table of tokens. Changes of the notice still succeed. */
export function loseTokens(file: string): void {
  overwrite(file, Number(read(file, "SELECT rootpage FROM sqlite_schema WHERE name = 'token'")));
}

/** Overwrites the whole store. It is never empty, because SQLite discards the log of an empty file. */
export function garble(file: string): void {
  writeFileSync(file, "garbage\n", { flag: "r+" });
  truncateSync(file, 8);
}

/** Makes a store that tests may damage. */
export async function damageable() {
  const at = await prepared();
  const backup = join(temporaryFolder(), "backup.db");
  for (const number of [2, 3, 4, 5, 6]) {
    if (number === 4) expect((await at.run("backup", backup)).code).toBe(0);
    // The texts fill several pages.
    const texts = ["--title", `Title ${number}`, "--message", "m".repeat(900)];
    expect((await at.run("set", ...texts)).code).toBe(0);
  }
  const backend = sqliteBackend(at.database);
  const access = await backend.openAccess();
  await access.addToken(tokenWith()).finally(() => access.close());
  const usage = await backend.openUsage();
  await usage.reserveUse(5).finally(() => usage.close());
  return { ...at, backup };
}

/** The texts of the revisions by their numbers. */
export async function readTexts({ run }: Pick<Prepared, "run">): Promise<Map<number, string>> {
  const { stdout } = await run("history", "--limit", "100", "--json");
  const entries: { revision: number; notice?: object }[] = JSON.parse(stdout);
  return new Map(entries.map(({ revision, notice }) => [revision, JSON.stringify(notice)]));
}

/** The failures that `check` reports. */
export async function redLines({ run }: Pick<Prepared, "run">): Promise<string[]> {
  const { stdout } = await run("check", "--no-service");
  return stdout.split("\n").filter((line) => line.startsWith("FAILURE "));
}
