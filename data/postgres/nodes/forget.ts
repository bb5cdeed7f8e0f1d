import type { PostgresAddress } from "../../../schema/settings/postgres-url.ts";
import { maxSilentSeconds } from "../../../schema/words/node-in-words.ts";
import type { Forgotten, NodeFilter } from "../../store.ts";
import type { AskDatabase } from "../connection/link.ts";
import { identify } from "../queries.ts";
import { waitForReports } from "./hearing.ts";
import { nodesOn } from "./instances.ts";

/**
 * Takes nodes off the list, except those that reported a moment ago, as they are running. First waits, for five seconds
 * at most, for those that have not reported since a failover.
 * @throws NoticeError STORE_…
 */
export async function forgetNodes(
  ask: AskDatabase,
  address: PostgresAddress,
  filter: NodeFilter,
): Promise<Forgotten> {
  const nodes = nodesOn(address.schema);
  const { label, silentSeconds = 0 } = filter;
  await identify(ask, address);
  // Right after a failover, a database that lagged takes nodes for silent that are about to report.
  await waitForReports(ask, address, label);
  const gone = await nodes.forget(ask, filter, Math.max(silentSeconds, maxSilentSeconds));
  const isMeant = (node: Forgotten["gone"][number]): boolean =>
    (label === undefined || node.label === label) && node.silentSeconds >= silentSeconds;
  return { gone, running: (await nodes.list(ask)).filter(isMeant) };
}
