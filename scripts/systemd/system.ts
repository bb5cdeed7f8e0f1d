import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { NoticeError } from "../../schema/errors/notice-error.ts";

/** Whether systemd runs here, is only installed (as while an image is built), or is absent. */
export type SystemdState = "running" | "stopped" | "absent";

/** @see https://www.freedesktop.org/software/systemd/man/latest/sd_booted.html */
export function findSystemd(): SystemdState {
  if (existsSync("/run/systemd/system")) return "running";
  const isThere = ["/usr/lib/systemd/systemd", "/lib/systemd/systemd"].some((file) => existsSync(file));
  return isThere ? "stopped" : "absent";
}

/**
 * Runs a program of systemd to its end.
 * @throws NoticeError SYSTEMD_FAILED
 */
export function runStep([program = "", ...args]: string[]): void {
  const { status, signal, stderr, error } = spawnSync(program, args, {
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (status === 0) return;
  const [said = ""] = stderr?.trim().split("\n") ?? [];
  throw new NoticeError("SYSTEMD_FAILED", {
    command: [program, ...args].join(" "),
    reason: error?.message ?? (said || `it ended with ${status ?? signal}`),
  });
}
