import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";

/** Links the packages of this checkout, or others by their names, into a folder with a copy of it. */
export function linkPackages(folder: string, others: Record<string, string> = {}): void {
  // Vite writes beside the packages.
  const packages = join(folder, "node_modules");
  mkdirSync(packages);
  for (const name of readdirSync("node_modules").filter((name) => !name.startsWith(".vite")))
    symlinkSync(others[name] ?? resolve("node_modules", name), join(packages, name));
}
