import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";

/** What is not copied: it is of this checkout alone, or is reached from the copy. */
const left = [".env", ".git", "node_modules", "var"];

/** Copies this checkout into a folder that is there, and links its packages, or others by their names. */
export function copyCheckout(folder: string, others: Record<string, string> = {}): void {
  for (const name of readdirSync(".").filter((name) => !left.includes(name)))
    cpSync(name, join(folder, name), { recursive: true });
  // Vite and Vitest write beside the packages.
  const packages = join(folder, "node_modules");
  mkdirSync(packages);
  for (const name of readdirSync("node_modules").filter(
    (name) => !/^\.(?:vite|experimental-vitest)/.test(name),
  ))
    symlinkSync(others[name] ?? resolve("node_modules", name), join(packages, name));
}
