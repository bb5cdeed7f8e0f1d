import { relative } from "node:path";
import { expect } from "vitest";
import { refuseProcesses } from "../structure/process-guard.ts";
import { mayStartProcesses } from "../structure/starting-processes.ts";

// Runs before each file: one that starts a process and is not called so fails here, and not by its time.
refuseProcesses(!mayStartProcesses(relative(process.cwd(), expect.getState().testPath ?? "")));
