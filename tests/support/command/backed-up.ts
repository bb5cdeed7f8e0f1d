import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { temporaryFolder } from "../folder.ts";
import { type Prepared, prepared } from "./prepared.ts";

/** A store with two revisions, and a backup of it. */
export async function backedUp(): Promise<Prepared & { backup: string }> {
  const at = await prepared();
  await at.run("set", "--title", "Good");
  const backup = join(temporaryFolder(), "backup.db");
  expect((await at.run("backup", backup)).code).toBe(0);
  return { ...at, backup };
}

/** Removes a store with all its files. */
export function removeStore(database: string): void {
  for (const part of ["", "-wal", "-shm"]) rmSync(database + part, { force: true });
}
