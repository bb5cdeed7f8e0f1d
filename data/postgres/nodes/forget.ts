import { maxSilentSeconds } from "../../../schema/api/node-in-words.ts";
import type { PostgresAddress } from "../../../schema/settings/postgres-url.ts";
import type { Forgotten, NodeFilter } from "../../store.ts";
import type { Ask } from "../connection/link.ts";
import { identify } from "../identity.ts";
import { nodesOn } from "./instances.ts";

/** Takes nodes off the list, but for those that reported a moment ago: they are there. @throws NoticeError STORE_… */
export async function forgetNodes(
  ask: Ask,
  address: PostgresAddress,
  filter: NodeFilter,
): Promise<Forgotten> {
  await identify(ask, address);
  const nodes = nodesOn(address.schema);
  const { label, silentSeconds = 0 } = filter;
  const gone = await nodes.forget(ask, filter, Math.max(silentSeconds, maxSilentSeconds));
  const isMeant = (node: Forgotten["gone"][number]): boolean =>
    (label === undefined || node.label === label) && node.silentSeconds >= silentSeconds;
  return { gone, running: (await nodes.list(ask)).filter(isMeant) };
}
