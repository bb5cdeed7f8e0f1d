import type { PostgresAddress } from "../../../schema/settings/postgres-url.ts";
import { maxSilentSeconds } from "../../../schema/words/node-in-words.ts";
import type { Forgotten, NodeFilter } from "../../store.ts";
import type { Ask } from "../connection/link.ts";
import { waitForReports } from "./hearing.ts";
import { nodesOn } from "./instances.ts";

/**
 * Takes nodes off the list, but for those that reported a moment ago: they are there. Whoever has not reported since a
 * failover is waited for first, for five seconds at most.
 * @throws NoticeError STORE_…
 */
export async function forgetNodes(
  ask: Ask,
  address: PostgresAddress,
  filter: NodeFilter,
): Promise<Forgotten> {
  const nodes = nodesOn(address.schema);
  const { label, silentSeconds = 0 } = filter;
  // Right after a failover a database that lags takes those for silent that are about to report.
  await waitForReports(ask, address, label);
  const gone = await nodes.forget(ask, filter, Math.max(silentSeconds, maxSilentSeconds));
  const isMeant = (node: Forgotten["gone"][number]): boolean =>
    (label === undefined || node.label === label) && node.silentSeconds >= silentSeconds;
  return { gone, running: (await nodes.list(ask)).filter(isMeant) };
}
