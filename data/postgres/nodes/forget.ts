import type { PostgresAddress } from "../../../schema/settings/postgres-url.ts";
import { maxSilentSeconds } from "../../../schema/words/node-in-words.ts";
import type { Forgotten, NodeFilter } from "../../store.ts";
import type { AskDatabase } from "../connection/link.ts";
import { identify } from "../queries.ts";
import { nodesOn } from "./instances.ts";

/** Removes nodes from the list, except running ones, which reported a moment ago. @throws NoticeError STORE_… */
export async function forgetNodes(
  ask: AskDatabase,
  address: PostgresAddress,
  filter: NodeFilter,
): Promise<Forgotten> {
  const nodes = nodesOn(address.schema);
  const { label, silentSeconds = 0 } = filter;
  await identify(ask, address);
  const gone = await nodes.forget(ask, filter, Math.max(silentSeconds, maxSilentSeconds));
  const isMeant = (node: Forgotten["gone"][number]): boolean =>
    (label === undefined || node.label === label) && node.silentSeconds >= silentSeconds;
  return { gone, running: (await nodes.list(ask)).filter(isMeant) };
}
