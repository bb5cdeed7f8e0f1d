import { readlinkSync, type Stats } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { look } from "../../schema/settings/home.ts";
import type { Owner } from "../terminal/context.ts";

/** How many links Linux follows on one path. */
const maxSymbolicLinks = 40;

/**
 * The user other than root who controls the path of a store: the owner of the first link on the way, else of its folder
 * or, if that is root's, of the part nearest to the store. Undefined if only root controls it.
 */
export function ownerOf(database: string, program = fileURLToPath(import.meta.url)): Owner | undefined {
  // Owners of the program that root runs already have root's rights, so they are trusted.
  const trusted = new Set([0, ...wayTo(program).map(({ uid }) => uid)]);
  const way = wayTo(database);
  const strangers = way.filter(({ uid }) => !trusted.has(uid));
  const link = strangers.find((stats) => stats.isSymbolicLink());
  const folder = way.findLast((stats) => stats.isDirectory());
  return link ?? (folder?.uid ? folder : strangers.at(-1));
}

/** Everything that the system passes on its way to a path, as far as it exists: folders, links, targets, the file. */
function wayTo(path: string): Stats[] {
  const passed: Stats[] = [];
  const names = path.split("/");
  let folder = "/";
  for (let links = 0; names.length > 0 && links <= maxSymbolicLinks; ) {
    const next = resolve(folder, names.shift() ?? "");
    const stats = look(next);
    if (!stats) break;
    passed.push(stats);
    if (!stats.isSymbolicLink()) {
      folder = next;
      continue;
    }
    links += 1;
    const target = readlinkSync(next);
    if (isAbsolute(target)) folder = "/";
    names.unshift(...target.split("/"));
  }
  return passed;
}
