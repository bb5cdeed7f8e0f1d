import type { Environment } from "../../schema/settings/setting-names.ts";

/** The variable in which a worker gets its number. */
export const workerVariable = "BACKSOON_WORKER";

/** The number of a worker among those of its node, from 1. A replacement keeps it, unlike the process id. */
export function workerNumber(env: Environment): number {
  return Number(env[workerVariable] ?? 1);
}
