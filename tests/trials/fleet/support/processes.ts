import { spawnSync } from "node:child_process";
import { expect, vi } from "vitest";
import { patient } from "../../../support/patient.ts";
import type { Cluster } from "../../../support/postgres/cluster.ts";
import { isAlive } from "../../../support/service/service.ts";

/** Sends a signal to all processes of a server. Returns them. */
export function signalAll({ pid }: Cluster, signal: NodeJS.Signals): number[] {
  // A stopped parent adds no process.
  process.kill(pid(), "SIGSTOP");
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", `${pid()}`], { encoding: "utf8" });
  const pids = [...stdout.split("\n").map(Number).filter(Boolean), pid()];
  for (const pid of pids) process.kill(pid, signal);
  return pids;
}

/** Kills all processes of a server at once, like a power cut. */
export async function killAll(cluster: Cluster): Promise<void> {
  const pids = signalAll(cluster, "SIGKILL");
  // A new server refuses to start while one of these processes is left.
  await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), patient);
}
