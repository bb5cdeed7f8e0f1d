import { readBuild } from "../assets/build.ts";
import type { Probing } from "./probe-process.ts";
import type { Service, ServiceParts } from "./service.ts";
import { keepTickShape } from "./tick-shape.ts";

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
