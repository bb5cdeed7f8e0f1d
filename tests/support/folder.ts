import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A new folder, and what removes it with everything in it. */
export function newFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "backsoon-"));
  // Those that a killed process has started write there until they notice, which may take them seconds.
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 15 }) };
}

/** A new folder that goes with the test. */
export function temporaryFolder(): string {
  const { path, remove } = newFolder();
  onTestFinished(remove);
  return path;
}
