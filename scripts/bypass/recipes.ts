import { readFileSync } from "node:fs";
import { staffKey } from "../../schema/notice/protocol.ts";

/** The recipes that have a bypass, by their proxies: the names of files in `docs/deploy`. */
export const recipeFiles = {
  nginx: "nginx.conf",
  haproxy: "haproxy.cfg",
  caddy: "Caddyfile",
  apache: "apache.conf",
} as const;

/** A proxy that has a recipe with a bypass. */
export type RecipeName = keyof typeof recipeFiles;

/** What stands in a recipe where the secret goes; a line that has it is a comment until then. */
export const placeholder = "STAFF_SECRET";
/** How long the cookie lasts by the recipes, in seconds. */
export const recipeMaxAge = 14_400;

/** Where a recipe is: in `docs/deploy`, and in the same place of the build, which brings it along. */
export function recipeFile(proxy: RecipeName): URL {
  return new URL(`../../docs/deploy/${recipeFiles[proxy]}`, import.meta.url);
}

/** The lines of a recipe that a secret and a cookie's age in seconds change, as they are then, out of their comments. */
export function changedLines(proxy: RecipeName, secret: string, maxAge: number): string[] {
  const age = new RegExp(`(?<=\\b${staffKey}=.*\\bMax-Age=)\\d+`);
  const lines = readFileSync(recipeFile(proxy), "utf8").split("\n");
  return lines.flatMap((line) => {
    const changed = line.replaceAll(placeholder, secret).replace(age, String(maxAge));
    return changed === line ? [] : changed.trim().replace(/^# /, "");
  });
}
