import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { linkPackages } from "../../../scripts/bench/against/packages.ts";

/** What is not copied: it is of this checkout alone, or is reached from the copy. */
const left = [".env", ".git", "node_modules", "var"];

/** Copies this checkout into a folder that is there, and links its packages, or others by their names. */
export function copyCheckout(folder: string, others: Record<string, string> = {}): void {
  for (const name of readdirSync(".").filter((name) => !left.includes(name)))
    cpSync(name, join(folder, name), { recursive: true });
  linkPackages(folder, others);
}

/** Says why a commit cannot be built here, or nothing if it can. */
export function whyNotBuilt(commit: string): string | undefined {
  let lock: string;
  try {
    lock = git("show", `${commit}:package-lock.json`).toString();
  } catch {
    return "it is not in this clone's history";
  }
  return lock === readFileSync("package-lock.json", "utf8") ? undefined : "it has other packages";
}

/** Builds a commit in a folder that is there, with the packages of this checkout, which are those that it names. */
export function buildCommit(commit: string, folder: string): void {
  execFileSync("tar", ["-x", "-C", folder], { input: git("archive", commit) });
  linkPackages(folder);
  // Vitest's would have React built as for those who develop.
  const { NODE_ENV: _, ...env } = process.env;
  execFileSync("npm", ["run", "build"], { cwd: folder, env, stdio: "pipe" });
}

function git(...args: string[]): Buffer {
  return execFileSync("git", args, { maxBuffer: 2 ** 28, stdio: ["ignore", "pipe", "pipe"] });
}
