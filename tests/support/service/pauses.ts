import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { temporaryFolder } from "../folder.ts";
import { patient } from "../patient.ts";
import type { Service } from "./service.ts";

/** The longest turn of a process's event loop, in ms: by the clock, and by the processor time that it took. */
export interface Pauses {
  clockMs: number;
  processorMs: number;
}

/** Watches the event loop of a process from the inside. */
export interface PauseMonitor {
  /** The environment that a process is started with. */
  env: Record<string, string>;
  /** The longest turn since this was last asked. */
  read(service: Pick<Service, "pid">): Promise<Pauses>;
}

/** What a process runs before anything else. On a busy machine only the processor time says what it did itself. */
const monitor = (report: string): string => `
import { readFileSync, renameSync, writeFileSync } from "node:fs";
const intervalMs = 5;
const now = () => ({
  clockMs: performance.now(),
  processorMs: Number(readFileSync("/proc/self/task/" + process.pid + "/schedstat", "utf8").split(" ")[0]) / 1e6,
});
let last = now();
let longest = { clockMs: 0, processorMs: 0 };
setInterval(() => {
  const next = now();
  longest = {
    clockMs: Math.max(longest.clockMs, next.clockMs - last.clockMs - intervalMs),
    processorMs: Math.max(longest.processorMs, next.processorMs - last.processorMs),
  };
  last = next;
}, intervalMs).unref();
process.on("SIGUSR2", () => {
  writeFileSync(${JSON.stringify(`${report}.tmp`)}, JSON.stringify(longest));
  renameSync(${JSON.stringify(`${report}.tmp`)}, ${JSON.stringify(report)});
  longest = { clockMs: 0, processorMs: 0 };
});
`;

/** Makes a monitor for one process. */
export function monitorPauses(): PauseMonitor {
  const folder = temporaryFolder();
  const [program, report] = [join(folder, "monitor.mjs"), join(folder, "pauses.json")];
  writeFileSync(program, monitor(report));
  return {
    env: { NODE_OPTIONS: `--import "${program}"` },
    async read({ pid }) {
      rmSync(report, { force: true });
      process.kill(pid, "SIGUSR2");
      await vi.waitFor(() => expect(existsSync(report)).toBe(true), patient);
      const { clockMs, processorMs }: Pauses = JSON.parse(readFileSync(report, "utf8"));
      return { clockMs: Math.round(clockMs), processorMs: Math.round(processorMs) };
    },
  };
}
