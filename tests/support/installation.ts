import { chmodSync, cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { temporaryFolder } from "./folder.ts";

/**
 * A copy of the built installation in a folder that goes with the test unless one is named; `dist` is
 * the part of the build that it has.
 */
export function copyInstallation(dist = "dist", root = temporaryFolder()): string {
  for (const path of [dist, "package.json", "scripts/bin.mjs", "data/notice.json"])
    cpSync(path, join(root, path), { recursive: true });
  symlinkSync(resolve("node_modules"), join(root, "node_modules"));
  return root;
}

/** A copy of the built program that takes itself for one installed from the package; every user may read it. */
export function copyAsInstalled(): string {
  const root = copyInstallation();
  chmodSync(root, 0o755);
  const file = join(root, "package.json");
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), isInstalled: true }));
  return root;
}
