import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  readlinkSync,
  type Stats,
} from "node:fs";
import { writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { StoreBackend } from "../data/store.ts";
import { fileFault, isNoticeError, NoticeError } from "../schema/errors/notice-error.ts";
import { look } from "../schema/settings/home.ts";
import type { Context, Owner } from "./terminal/context.ts";
import { inPrivateFolder } from "./terminal/files.ts";

/**
 * Root's access to a store. In another user's folder, links could make root write anywhere, so root becomes that user
 * before it touches the store.
 */
export function accessOfRoot(
  backend: StoreBackend,
  database: string,
  become: (owner: Owner) => void,
): Pick<Context, "backend" | "lend" | "enterSwitch"> {
  const owner = ownerOf(database);
  let isRoot = true;
  const dropTo = (other: Owner | undefined): void => {
    if (!isRoot || !other?.uid) return;
    become(other);
    isRoot = false;
  };
  return {
    get backend() {
      dropTo(owner);
      return backend;
    },
    async lend(file, work) {
      const original = openFile(file);
      dropTo(owner);
      if (original === undefined) return work(file);
      return inPrivateFolder(async (folder) => {
        const copy = join(folder, "copy");
        await writeFile(copy, createReadStream("", { fd: original }));
        return work(copy).catch((error: unknown) => {
          // Errors should name the file, not the copy.
          if (isNoticeError(error)) error.renameFile(copy, file);
          throw error;
        });
      });
    },
    enterSwitch(folder, needsStore) {
      const [holder, uid] = [look(folder), owner?.uid ?? 0];
      if (needsStore && holder?.uid !== uid) throw new NoticeError("SWITCH_OWNER", { folder, uid });
      dropTo(holder);
    },
  };
}

/** Opens a file, unless another user could have redirected its path to a file of somebody else. */
function openFile(file: string): number | undefined {
  const stranger = ownerOf(file);
  try {
    // Opening a pipe would block.
    const opened = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(opened);
    if (stats.isFile() && (!stranger || stats.uid === stranger.uid)) return opened;
    closeSync(opened);
  } catch (cause) {
    // The store's user may not be able to look.
    if ((cause as NodeJS.ErrnoException).code === "ENOENT")
      throw new NoticeError("BACKUP_UNREADABLE", { file, reason: fileFault(cause) }, { cause });
  }
  return undefined;
}

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

/** The calls that change the user of a process, which only root may use. */
export interface Rights {
  seteuid(uid: number): void;
  setgroups(groups: number[]): void;
  initgroups(user: string, group: number): void;
  setgid(gid: number): void;
  setuid(uid: number): void;
}

interface Account extends Owner {
  /** Absent if the system has no entry for the user, as in many containers. */
  name?: string;
  home: string;
}

/**
 * Makes this process run as the given user for good, with only that user's groups. Returns the user's account.
 * @throws NoticeError OWNER_UNREACHABLE
 * @see https://man7.org/linux/man-pages/man7/credentials.7.html
 */
export function becomeOwner(rights: Rights, owner: Owner): Account {
  try {
    const account = accountOf(rights, owner);
    if (account.name === undefined) rights.setgroups([account.gid]);
    else rights.initgroups(account.name, account.gid);
    rights.setgid(account.gid);
    rights.setuid(account.uid);
    assertNoWayBack(rights);
    return account;
  } catch (cause) {
    const { message } = cause as Error;
    throw new NoticeError("OWNER_UNREACHABLE", { uid: owner.uid, reason: message }, { cause });
  }
}

/** The account of an owner. The folder's group is not used: it may be root's. */
function accountOf(rights: Rights, { uid, gid }: Owner): Account {
  rights.seteuid(uid);
  try {
    const { username, gid, homedir } = userInfo();
    return { uid, gid, name: username, home: homedir };
  } catch {
    return { uid, gid: gid === 0 ? uid : gid, home: "/" };
  } finally {
    rights.seteuid(0);
  }
}

function assertNoWayBack(rights: Rights): void {
  try {
    rights.setuid(0);
  } catch {
    return;
  }
  throw new Error("the rights of root were not given up");
}

/** The variables that the owner's programs get from root: for display and language, and no secrets. */
const passedOn = /^(?:PATH|TERM|COLORTERM|LANG|LANGUAGE|LC_\w+|TZ)$/;

export function environmentOf({ name, uid, home }: Account, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const user = name ?? String(uid);
  const passed = Object.entries(env).filter(([variable]) => passedOn.test(variable));
  return { ...Object.fromEntries(passed), HOME: home, USER: user, LOGNAME: user };
}
