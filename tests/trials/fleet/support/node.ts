import { writeFileSync } from "node:fs";
import { readInstallation } from "../../../../schema/settings/installation.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { monitorPauses, type Pauses } from "../../../support/service/pauses.ts";
import { type Service, startService, timesTold } from "../../../support/service/service.ts";
import { keptWith } from "../../../support/texts/notices.ts";

/** A node of a fleet in a process of its own. */
export interface NodeProcess extends Service {
  /** The longest turn of its event loop since this was last asked. */
  pauses(): Promise<Pauses>;
  /** How often its log says that the store is down, and that it is up again. */
  told(): { down: number; up: number };
}

/** Starts a node that remembers a notice with the title "Known"; one whose database is none comes up, too. */
export async function startNode(
  DATABASE: string,
  more: Record<string, string> = {},
  isBroken = false,
): Promise<NodeProcess> {
  const settings = { DATABASE, STATE_DIR: temporaryFolder(), NODE_NAME: "a", ...more };
  const { DATABASE_PASSWORD_FILE: _, ...place } = settings as Record<string, string>;
  writeFileSync(readInstallation(place).lastKnownGood, JSON.stringify(keptWith({ title: "Known" })));
  const monitor = monitorPauses();
  const service = await startService({ ...settings, ...monitor.env }, { isBroken });
  // What it took to start is over.
  await monitor.read(service);
  return {
    ...service,
    pauses: () => monitor.read(service),
    told: () => ({
      down: timesTold(service, "The store is down"),
      up: timesTold(service, "The store is up again"),
    }),
  };
}
