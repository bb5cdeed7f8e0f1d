import { settings } from "./setting-names.ts";

/** Settings with their descriptions and defaults, as the lines of a `.env` file in which nothing is set. */
export function exampleOf(some = settings): string[] {
  const lines = some.flatMap(([name, { description, default: value = "" }]) => [
    "",
    `# ${description}`,
    `#${name}=${value}`,
  ]);
  return lines.slice(1);
}
