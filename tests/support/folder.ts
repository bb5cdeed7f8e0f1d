import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { patient } from "./patient.ts";
import type { OnFinished } from "./shared.ts";

/** A new folder, and a function that removes it. */
export function newFolder(parent = tmpdir()): { path: string; remove(): void } {
  const path = mkdtempSync(join(parent, "backsoon-"));
  return { path, remove: () => removeFolder(path) };
}

/**
 * Removes a folder into which children of a killed process may still write. Node's own retries do not remove files that came
 * meanwhile.
 */
function removeFolder(path: string): void {
  const lastTry = performance.now() + patient.timeout;
  for (;;) {
    try {
      rmSync(path, { recursive: true, force: true });
      return;
    } catch (error) {
      if (performance.now() > lastTry) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, patient.interval);
    }
  }
}

/** A new folder, until the test ends. */
export function temporaryFolder(onFinished: OnFinished = onTestFinished, parent?: string): string {
  const { path, remove } = newFolder(parent);
  onFinished(remove);
  return path;
}

/** A folder for a switch, which Backsoon refuses below /tmp. */
export function switchFolder(onFinished?: OnFinished): string {
  const path = temporaryFolder(onFinished, "/dev/shm");
  chmodSync(path, 0o755);
  return path;
}
