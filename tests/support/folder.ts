import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { patient } from "./patient.ts";
import type { OnFinished } from "./shared.ts";

/** A new folder, and what removes it with everything in it. */
export function newFolder(parent = tmpdir()): { path: string; remove(): void } {
  const path = mkdtempSync(join(parent, "backsoon-"));
  return { path, remove: () => removeFolder(path) };
}

/**
 * Removes a folder in which those that a killed process has started write until they notice. Node's own retries try the
 * folder again, and not what has come into it meanwhile.
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

/** A new folder that goes with the test. */
export function temporaryFolder(onFinished: OnFinished = onTestFinished, parent?: string): string {
  const { path, remove } = newFolder(parent);
  onFinished(remove);
  return path;
}

/** The same for a switch, which is refused below /tmp. */
export function switchFolder(onFinished?: OnFinished): string {
  const path = temporaryFolder(onFinished, "/dev/shm");
  chmodSync(path, 0o755);
  return path;
}
