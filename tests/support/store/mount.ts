import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { OnFinished } from "../shared.ts";

/** Whether this user may mount file systems on this machine: root may, but not in every container. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "backsoon-mount-"));
  try {
    run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder);
    run("umount", folder);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A folder with a small file system of its own, in memory, which goes with the test. */
export function smallDisk(onFinished: OnFinished = onTestFinished): string {
  return mount(["-t", "tmpfs", "-o", "size=2m", "tmpfs"], onFinished);
}

/** Mounts what the arguments of `mount` name on a new folder, which goes with the test. */
export function mounted(...args: string[]): string {
  return mount(args, onTestFinished);
}

function mount(args: string[], onFinished: OnFinished): string {
  const folder = mkdtempSync(join(tmpdir(), "backsoon-mount-"));
  run("mount", ...args, folder);
  onFinished(() => unmount(folder));
  return folder;
}

/** Takes a file system away if it is still there, also while a process uses it. */
export function unmount(folder: string): void {
  if (!existsSync(folder)) return;
  run("umount", "--lazy", folder);
  rmSync(folder, { recursive: true, force: true });
}

export function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: "pipe", timeout: 30_000 });
}
