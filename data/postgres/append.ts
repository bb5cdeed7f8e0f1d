import { sha256, sumOf } from "../../schema/notice/sum.ts";
import type { NewRevision, Revision } from "../store.ts";
import { assertFollows, bodyOf, numberAfter, toRevision } from "../stored-row.ts";
import type { DatabaseLogin } from "./connection/connect.ts";
import { brokenStore } from "./connection/fault.ts";
import type { AskDatabase, Link } from "./connection/link.ts";
import { transact } from "./connection/transaction.ts";
import { nodesOn } from "./nodes/instances.ts";
import { identify, queriesOn } from "./queries.ts";

/**
 * Appends a revision. Each attempt looks for the request id: an earlier one may have been stored without an answer.
 * @throws NoticeError REVISION_CONFLICT, NOTICE_INVALID, STORE_UNCONFIRMED, STORE_…, what `beforeWrite` throws
 */
export function append(
  { address }: DatabaseLogin,
  link: Link,
  change: NewRevision,
  beforeWrite?: () => Promise<void>,
): Promise<Revision> {
  const queries = queriesOn(address.schema);
  const nodes = nodesOn(address.schema);
  let isTried = false;
  /** Whether a revision may be from an earlier attempt of ours whose answer was lost: if so, it has our text. */
  const isOurs = ({ notice }: Revision): boolean => isTried && sumOf(notice) === sha256(bodyOf(change));
  return link.use(async (ask) => {
    await beforeWrite?.();
    return transact(ask, async () => {
      // A new connection may lead to another database, whose store has another format.
      await identify(ask, address);
      const latest = await queries.latest(ask);
      if (!latest) throw brokenStore(address, "it has no revision");
      const reported = await nodes.highest(ask, latest.revision);
      // Read last: an earlier attempt may be committed between two queries, and must not count as another's change.
      const done = await findSettled(address, ask, change.requestId);
      if (done && isOurs(done)) return done;
      assertFollows(change, latest, done);
      // If another takes the same number, the primary key lets one through, and the other begins again.
      const row = await queries.insert(ask, change, numberAfter(latest.revision, change.after, reported));
      isTried = true;
      return toRevision(row);
    });
  });
}

/** The revision that a change with this id has made; undefined if there is none. @throws NoticeError STORE_… */
export function settle(
  { address }: DatabaseLogin,
  link: Link,
  requestId: string,
): Promise<Revision | undefined> {
  return link.use((ask) => transact(ask, () => findSettled(address, ask, requestId)));
}

async function findSettled(
  { schema }: DatabaseLogin["address"],
  ask: AskDatabase,
  requestId: string,
): Promise<Revision | undefined> {
  const queries = queriesOn(schema);
  const done = await queries.byRequest(ask, requestId);
  if (!done) return undefined;
  // A revision can be seen before a standby has it: it is safe once a later commit has waited for the standby.
  await queries.touchLog(ask);
  return toRevision(done);
}
