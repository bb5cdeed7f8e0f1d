import childProcess, { ChildProcess } from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { relative } from "node:path";
import { expect } from "vitest";
import { processFolders, processSuffix } from "./starting-processes.ts";

const file = relative(process.cwd(), expect.getState().testPath ?? "");
const mayStart =
  file.endsWith(processSuffix) || processFolders.some((folder) => file.startsWith(`tests/${folder}/`));

type Start = ((...args: unknown[]) => unknown) & { real?: Start | undefined };

/** Has a function throw in this file of tests, or do its work: a worker runs files of both kinds. */
function guard(owner: object, name: string): void {
  const functions = owner as Record<string, Start>;
  const real = functions[name]?.real ?? functions[name];
  const refuse = () => {
    throw new Error(`This file starts a process with ${name}: its name must end in ${processSuffix}.`);
  };
  functions[name] = mayStart ? (real as Start) : Object.assign(refuse, { real });
}

// exec, execFile, fork and the drivers of browsers end here.
guard(ChildProcess.prototype, "spawn");
for (const name of ["spawnSync", "execSync", "execFileSync"]) guard(childProcess, name);
syncBuiltinESMExports();
