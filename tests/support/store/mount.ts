import { execFileSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { newFolder, temporaryFolder } from "../folder.ts";
import type { OnFinished } from "../shared.ts";

/** Whether this user may mount file systems. Root may, but not in every container. */
export function canMount(): boolean {
  const { path, remove } = newFolder();
  try {
    run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", path);
    run("umount", path);
    return true;
  } catch {
    return false;
  } finally {
    remove();
  }
}

/** Mounts a small file system in memory on a new folder until the test ends. */
export const smallDisk = (onFinished?: OnFinished): string =>
  mount(["-t", "tmpfs", "-o", "size=2m", "tmpfs"], onFinished);

/** Makes the image of an empty disk in a file, which goes with the test. */
export function newImage(): string {
  const file = join(temporaryFolder(), "disk.img");
  run("truncate", "--size", "24M", file);
  run("mkfs.ext4", "-q", file);
  return file;
}

/** Mounts the image of a disk until the test ends. */
export const mountImage = (file: string): string => mount(["-o", "loop", file]);

function mount(args: string[], onFinished: OnFinished = onTestFinished): string {
  const { path } = newFolder();
  run("mount", ...args, path);
  onFinished(() => unmount(path));
  return path;
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

/** Runs a program of the system. */
export function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: "pipe", timeout: 30_000 });
}
