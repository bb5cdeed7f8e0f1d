import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

const count = availableParallelism();
const last = count - 1;

/** What runs where: the server under test and its load generator never share a core, if cores can be chosen. */
const coreSets = {
  server: "0",
  generator: `${last}`,
  /** The cores for several workers: all but the generator's, unless that would leave a single one. */
  workers: count > 2 ? `0-${last - 1}` : `0-${last}`,
  all: `0-${last}`,
};

export type CoreSet = keyof typeof coreSets;

/** Whether cores can be chosen here. */
export const canPin = count > 1 && spawnSync("taskset", ["-c", coreSets.all, "true"]).status === 0;

/** The prefix that keeps a command on its cores; empty if cores cannot be chosen. */
export function pinTo(cores: CoreSet): string[] {
  return canPin ? ["taskset", "-c", coreSets[cores]] : [];
}

/** Moves a running process, with all its threads. */
export function move(pid: number, cores: CoreSet): void {
  if (canPin) spawnSync("taskset", ["-a", "-c", "-p", coreSets[cores], String(pid)]);
}
