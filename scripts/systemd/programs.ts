import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileFault } from "../../schema/errors/file-fault.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Programs } from "./units.ts";

/** What `ProtectHome=` and `PrivateTmp=` hide from the service. */
const hidden = ["/home", "/root", "/run/user", "/tmp", "/var/tmp"];
/** Whatever else means something to systemd, or separates words. */
const plainPath = /^[\w@+=:,.~/-]+$/;

/**
 * What the units are to run, without links, and as it is called on a machine whose root folder is `root`.
 * @throws NoticeError PROGRAM_MISPLACED where the service could not run it
 */
export function findPrograms({ node, folder }: Programs, root = "/"): Programs {
  const top = realpathSync(root);
  const hiding = hidden.flatMap((path) => [path, ...(existsSync(path) ? [realpathSync(path)] : [])]);
  const find = (given: string, isRun: boolean): string => {
    const real = resolveLinks(given);
    const path = top !== "/" && isIn(real, top) ? real.slice(top.length) : real;
    const refuse = (reason: string): never => {
      throw new NoticeError("PROGRAM_MISPLACED", { path, reason });
    };
    const around = hiding.find((place) => isIn(path, place));
    if (around) refuse(`the service does not see ${around}`);
    if (!plainPath.test(path)) refuse("a unit cannot name it, because its path has special characters");
    if (!isEverybodys(real, top, isRun ? 0o5 : 0o4)) refuse("not every user may read it");
    return path;
  };
  const bin = join(folder, "bin", "backsoon.cjs");
  return { node: find(node, true), folder: dirname(dirname(find(bin, false))) };
}

/** Node knows its own path from /proc, which a chroot may not have. */
function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    throw new NoticeError("PROGRAM_MISPLACED", { path, reason: fileFault(cause) }, { cause });
  }
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? folder : `${folder}/`);
}

/** Whether every user has these rights to a file, and may go through each folder on the way to it from the top. */
function isEverybodys(file: string, top: string, rights: number): boolean {
  if (file === top || file === "/") return true;
  return (statSync(file).mode & rights) === rights && isEverybodys(dirname(file), top, 0o1);
}
