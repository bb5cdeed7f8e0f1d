import { userInfo } from "node:os";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Owner } from "../terminal/context.ts";

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

/** The environment of a program that works for the owner. */
export function environmentOf({ name, uid, home }: Account, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const user = name ?? String(uid);
  const passed = Object.entries(env).filter(([variable]) => passedOn.test(variable));
  return { ...Object.fromEntries(passed), HOME: home, USER: user, LOGNAME: user };
}
