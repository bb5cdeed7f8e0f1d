import { cpSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { temporaryFolder } from "./folder.ts";

/** A copy of the built installation that goes with the test; `dist` is the part of the build that it has. */
export function copyInstallation(dist = "dist"): string {
  const root = temporaryFolder();
  for (const path of [dist, "package.json", "scripts/bin.mjs", "data/notice.json"])
    cpSync(path, join(root, path), { recursive: true });
  symlinkSync(resolve("node_modules"), join(root, "node_modules"));
  return root;
}
