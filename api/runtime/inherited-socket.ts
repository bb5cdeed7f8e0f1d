import { readFileSync, readlinkSync } from "node:fs";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Environment } from "../../schema/settings/settings-schema.ts";

/** The descriptor of the first socket that a service manager passes. */
const firstSocket = 3;

/** The variables in which a service manager describes its sockets, and names their process. */
export const socketVariables = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"];

/**
 * The descriptor of the listening socket that a service manager passed to the process with this id; undefined if it
 * passed none.
 * @throws NoticeError SOCKET_UNUSABLE if it passed several
 * @see https://www.freedesktop.org/software/systemd/man/latest/sd_listen_fds.html
 */
export function inheritedSocket(env: Environment, pid: number): number | undefined {
  const { LISTEN_PID, LISTEN_FDS = "0" } = env;
  // A process that started this one may have left its own variables behind.
  if (LISTEN_PID !== String(pid) || LISTEN_FDS === "0") return undefined;
  if (LISTEN_FDS !== "1") {
    throw new NoticeError("SOCKET_UNUSABLE", { reason: `LISTEN_FDS is ${LISTEN_FDS}, not 1` });
  }
  return firstSocket;
}

/**
 * Refuses a socket whose address is a file: visitors come to a port.
 * @throws NoticeError SOCKET_UNUSABLE
 */
export function assertPort(descriptor: number): void {
  if (isUnixSocket(descriptor)) throw new NoticeError("SOCKET_UNUSABLE", { reason: "it is a Unix socket" });
}

/** @see https://man7.org/linux/man-pages/man5/proc_pid_net.5.html */
function isUnixSocket(descriptor: number): boolean {
  try {
    const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/self/fd/${descriptor}`)) ?? [];
    const table = readFileSync("/proc/self/net/unix", "utf8");
    return inode !== undefined && new RegExp(`^(?:\\S+\\s+){6}${inode}\\b`, "m").test(table);
  } catch {
    // Only Linux has this table; elsewhere, listening reports the error.
    return false;
  }
}
