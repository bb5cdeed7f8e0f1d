import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

const count = availableParallelism();
const last = count - 1;

/** What runs where: the server under test and its load generator never share a core, if cores can be chosen. */
const places = {
  server: "0",
  generator: `${last}`,
  /** For several workers: all but the generator's, unless that leaves a single one. */
  workers: count > 2 ? `0-${last - 1}` : `0-${last}`,
  all: `0-${last}`,
};

export type Place = keyof typeof places;

/** Whether cores can be chosen here. */
export const canPin = count > 1 && spawnSync("taskset", ["-c", places.all, "true"]).status === 0;

/** The prefix that keeps a command in its place; empty if cores cannot be chosen. */
export function inPlace(place: Place): string[] {
  return canPin ? ["taskset", "-c", places[place]] : [];
}

/** Moves a running process, with all its threads. */
export function move(pid: number, place: Place): void {
  if (canPin) spawnSync("taskset", ["-a", "-c", "-p", places[place], String(pid)]);
}
