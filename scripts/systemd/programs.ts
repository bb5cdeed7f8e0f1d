import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileFault, NoticeError } from "../../schema/errors/notice-error.ts";
import type { Programs } from "./units.ts";

/** Folders that `ProtectHome=` and `PrivateTmp=` hide from the service. */
const hidden = ["/home", "/root", "/run/user", "/tmp", "/var/tmp"];
/** Other characters have a meaning for systemd, or separate words. */
const plainPath = /^[\w@+=:,.~/-]+$/;

/**
 * The programs of the units, without links in their paths, as seen on a machine with `root` as its root folder.
 * @throws NoticeError PROGRAM_MISPLACED if the service could not run one
 */
export function findPrograms({ node, folder }: Programs, root: string): Programs {
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

/** Fails if /proc is missing, as in a chroot, because Node finds its own path there. */
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

/** Whether every user has these rights to a file, and may enter each folder above it up to `top`. */
function isEverybodys(file: string, top: string, rights: number): boolean {
  if (file === top || file === "/") return true;
  return (statSync(file).mode & rights) === rights && isEverybodys(dirname(file), top, 0o1);
}
