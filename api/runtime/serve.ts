import { executionAsyncResource } from "node:async_hooks";
import { readBuild } from "../http/assets.ts";
import type { Probing } from "./probe-process.ts";
import type { Service, ServiceParts } from "./service.ts";

/** Never read: see `keepTickShape`. */
const kept: object[] = [];

interface ServeParts extends Omit<ServiceParts, "build" | "probe"> {
  probing: Probing;
  /** `process.nextTick` of this process. */
  nextTick: NodeJS.Process["nextTick"];
}

/**
 * Serves visitors in this process. Loads its code while the store is being opened, which takes as long. Rejects as
 * `startService` does.
 */
export async function serve({ probing, nextTick, ...parts }: ServeParts): Promise<Service> {
  keepTickShape(nextTick);
  const build = readBuild(parts.installation.webBuild);
  // A database cannot harm this process: a thread listens to it.
  const probe = parts.installation.isShared ? undefined : probing.begin(parts.installation);
  if (!probe) probing.abandon();
  const { startService } = await import("./service.ts");
  return startService({ ...parts, build, probe });
}

/**
 * Keeps one of the objects that `process.nextTick` makes. If a garbage collection finds none, V8 forgets their shape
 * and makes all later ones slowly: a third more CPU time per request, for good.
 */
function keepTickShape(nextTick: (callback: () => void) => void): void {
  nextTick(() => void kept.push(executionAsyncResource()));
}
