import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { OnFinished } from "../shared.ts";

/** Whether this user may mount file systems. Root may, but not in every container. */
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

/** Mounts a small file system in memory on a new folder until the test ends. */
export const smallDisk = (onFinished?: OnFinished): string =>
  mount(["-t", "tmpfs", "-o", "size=2m", "tmpfs"], onFinished);

/** Mounts on a new folder until the test ends. The arguments are those of `mount`. */
export const mounted = (...args: string[]): string => mount(args);

function mount(args: string[], onFinished: OnFinished = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), "backsoon-mount-"));
  run("mount", ...args, folder);
  onFinished(() => unmount(folder));
  return folder;
}

/** Unmounts a folder and removes it, even if a process still uses it. */
export function unmount(folder: string): void {
  if (!existsSync(folder)) return;
  run("umount", "--lazy", folder);
  rmSync(folder, { recursive: true, force: true });
}

/** Writes a file until the disk of a folder is full. Returns what removes the file. */
export function fillDisk(folder: string): () => void {
  const file = join(folder, "fill");
  for (const size of [64 * 1024, 4096, 1]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: "a" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
  return () => rmSync(file);
}

export function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: "pipe", timeout: 30_000 });
}
