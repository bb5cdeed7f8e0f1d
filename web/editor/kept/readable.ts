/** A value with the names that lead to it. */
type Leaf = [path: string[], value: unknown];

/**
 * Kept JSON as text that people can read and copy: a line for each value, with its time and base at the end. Any other
 * text stays.
 */
export function readable(kept: string): string {
  try {
    const value: unknown = JSON.parse(kept);
    if (typeof value !== "object" || value === null) return kept;
    const leaves = leavesOf(value).filter(([, value]) => value !== "");
    const isTyped = ([path]: Leaf): boolean => path[0] !== "at" && !path.includes("base");
    const ordered = [...leaves.filter(isTyped), ...leaves.filter((leaf) => !isTyped(leaf))];
    return ordered.map(([path, value]) => `${nameOf(path)}: ${value}`).join("\n");
  } catch {
    // Also if it is nested too deeply.
    return kept;
  }
}

const nameOf = ([first, ...rest]: string[]): string =>
  (first === "draft" && rest.length > 0 ? rest : [first, ...rest]).join(".");

function leavesOf(value: unknown, path: string[] = []): Leaf[] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, [...path, name]));
}
