import childProcess, { ChildProcess } from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { processSuffix } from "./starting-processes.ts";

let isRefusing = false;

/** Has every start of a process from this thread throw, or none: a worker runs files of both kinds. */
export function refuseProcesses(refuses: boolean): void {
  isRefusing = refuses;
}

function guard(owner: object, name: string): void {
  const functions = owner as Record<string, (...args: unknown[]) => unknown>;
  const start = functions[name];
  functions[name] = function (...args) {
    if (isRefusing)
      throw new Error(`This file starts a process, by ${name}: its name must end in ${processSuffix}.`);
    return start?.apply(this, args);
  };
}

// What does not block ends here: exec, execFile, fork, the cluster's fork, and the drivers of browsers.
guard(ChildProcess.prototype, "spawn");
for (const name of ["spawnSync", "execSync", "execFileSync"]) guard(childProcess, name);
// For those who import them by name.
syncBuiltinESMExports();
