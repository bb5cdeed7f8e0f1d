import type { Environment } from "../../schema/settings/setting-names.ts";

/** The variable in which the process that starts a worker says which of its workers that is. */
export const workerVariable = "BACKSOON_WORKER";

/** Which of the processes of its node one is, from 1: a number that outlives it, unlike its id. */
export function workerNumber(env: Environment): number {
  return Number(env[workerVariable] ?? 1);
}
