import type { Environment } from "../../schema/settings/setting-names.ts";

/** The variable in which the process that starts a worker says which of its workers that is. */
export const workerVariable = "BACKSOON_WORKER";

/** The number of a worker among those of its node, from 1; it outlives the process, unlike its id. */
export function workerNumber(env: Environment): number {
  return Number(env[workerVariable] ?? 1);
}
