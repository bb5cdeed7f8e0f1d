import { cpSync, readdirSync } from "node:fs";
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
