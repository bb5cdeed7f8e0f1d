import { executionAsyncResource } from "node:async_hooks";
import { readBuild } from "../assets/build.ts";
import type { Probing } from "./probe-process.ts";
import type { Service, ServiceParts } from "./service.ts";

/** Never read: it is enough that it is there. */
const kept: object[] = [];

interface ServeParts extends Omit<ServiceParts, "build" | "probe"> {
  probing: Probing;
  /** That of this process. */
  nextTick: NodeJS.Process["nextTick"];
}

/**
 * Serves visitors in this process; loads the code for that while the store is being opened, which takes just as long.
 * Rejects as `startService` does.
 */
export async function serve({ probing, nextTick, ...parts }: ServeParts): Promise<Service> {
  keepTickShape(nextTick);
  const build = readBuild(parts.installation.webBuild);
  // What a database does cannot harm this process: a thread listens to it.
  const probe = parts.installation.isShared ? undefined : probing.begin(parts.installation);
  if (!probe) probing.abandon();
  const { startService } = await import("./service.ts");
  return startService({ ...parts, build, probe });
}

/**
 * Keeps one of the objects that `process.nextTick` (passed in) makes. When a garbage collection finds none, as in a
 * quiet moment, V8 forgets their shape and makes every later one slowly: a third more CPU time per request, for good.
 */
function keepTickShape(nextTick: (callback: () => void) => void): void {
  nextTick(() => void kept.push(executionAsyncResource()));
}
