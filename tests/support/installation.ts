import { chmodSync, cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { temporaryFolder } from "./folder.ts";

/** Copies the built clone, or a part of its build, into a folder that goes with the test unless one is given. */
export function copyInstallation(dist = "dist", root = temporaryFolder()): string {
  for (const path of [dist, "package.json", "scripts/bin.mjs", "data/notice.json"])
    cpSync(path, join(root, path), { recursive: true });
  symlinkSync(resolve("node_modules"), join(root, "node_modules"));
  return root;
}

/** Copies the built clone as if it were installed from the package; every user may read it. */
export function copyAsInstalled(): string {
  const root = copyInstallation();
  chmodSync(root, 0o755);
  const file = join(root, "package.json");
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), isInstalled: true }));
  return root;
}
