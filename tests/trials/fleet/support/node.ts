import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { readInstallation } from "../../../../schema/settings/settings.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { patient } from "../../../support/patient.ts";
import { type Service, startService, timesTold } from "../../../support/service/service.ts";
import { keptWith, signed } from "../../../support/texts/notices.ts";

/** The longest turn of the event loop of a process, in ms by the clock and of processor time. */
interface Pauses {
  clockMs: number;
  processorMs: number;
}

/** A program that measures turns of the event loop. Only the processor time is exact on a busy machine. */
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

/** A node of a fleet in a process of its own. */
export interface NodeProcess extends Service {
  /** The longest turn of its event loop since the last call. */
  pauses(): Promise<Pauses>;
  /** How often its log says that the store is down, and that it is up again. */
  told(): { down: number; up: number };
}

/** Starts a node with a last known good notice titled "Known". */
export async function startNode(
  DATABASE: string,
  more: Record<string, string> = {},
  isBroken = false,
): Promise<NodeProcess> {
  const settings = { DATABASE, STATE_DIR: temporaryFolder(), NODE_NAME: "a", ...more };
  writeFileSync(readInstallation(settings).lastKnownGood, signed(keptWith({ title: "Known" })));
  const folder = temporaryFolder();
  const [program, report] = [join(folder, "monitor.mjs"), join(folder, "pauses.json")];
  writeFileSync(program, monitor(report));
  const watched = { ...settings, NODE_OPTIONS: `--import "${program}"` };
  const service = await startService(watched, { isBroken });
  const pauses = async (): Promise<Pauses> => {
    rmSync(report, { force: true });
    process.kill(service.pid, "SIGUSR2");
    await vi.waitFor(() => expect(existsSync(report)).toBe(true), patient);
    const { clockMs, processorMs }: Pauses = JSON.parse(readFileSync(report, "utf8"));
    return { clockMs: Math.round(clockMs), processorMs: Math.round(processorMs) };
  };
  // Forgets the turns of the start.
  await pauses();
  return {
    ...service,
    pauses,
    told: () => ({
      down: timesTold(service, "The store is down"),
      up: timesTold(service, "The store is up again"),
    }),
  };
}
