import { NoticeError } from "../../schema/errors/notice-error.ts";
import { hashOf, sha256 } from "../../schema/notice/hash.ts";
import type { Deadline } from "../deadline.ts";
import type { NewRevision, NoticeReader, NoticeStore, Revision } from "../store.ts";
import { assertFollows, bodyOf, numberAfter, toHistoryEntry, toRevision } from "../stored-row.ts";
import { type AskDatabase, type DatabaseLogin, type Link, transact } from "./connect.ts";
import { brokenStore } from "./fault.ts";
import { nodesOn } from "./nodes.ts";
import { identify, openLink, queriesOn } from "./queries.ts";

/**
 * Opens an existing store in a PostgreSQL database to read it.
 * @throws NoticeError STORE_…
 */
export async function readPostgresStore(login: DatabaseLogin, deadline?: Deadline): Promise<NoticeReader> {
  const { link, storeId } = await openLink(login, deadline);
  return readerOn(login, link, storeId);
}

/**
 * Opens an existing store in a PostgreSQL database to change it.
 * @throws NoticeError STORE_…
 */
export async function openPostgresStore(login: DatabaseLogin, deadline?: Deadline): Promise<NoticeStore> {
  const { link, storeId } = await openLink(login, deadline);
  return {
    ...readerOn(login, link, storeId),
    append: (change, beforeWrite) => append(login, link, change, beforeWrite),
    settle: (requestId) => link.use((ask) => transact(ask, () => findSettled(login, ask, requestId))),
  };
}

function readerOn({ address }: DatabaseLogin, link: Link, storeId: string): NoticeReader {
  const queries = queriesOn(address.schema);
  return {
    latestNumber: () =>
      link.use(async (ask) => {
        const number = await queries.latestNumber(ask);
        if (number === undefined) throw brokenStore(address, "it has no revision");
        return number;
      }),
    latest: () =>
      link.use(async (ask) => {
        const row = await queries.latest(ask);
        if (!row) throw brokenStore(address, "it has no revision");
        return toRevision(row);
      }),
    find: (number) =>
      link.use(async (ask) => {
        const row = await queries.find(ask, number);
        if (!row) throw new NoticeError("REVISION_UNKNOWN", { revision: number });
        return toRevision(row);
      }),
    history: ({ limit, before }) =>
      link.use(async (ask) => {
        const rows = await queries.range(ask, before, limit);
        if (rows.length === 0 && before === undefined) throw brokenStore(address, "it has no revision");
        return rows.map(toHistoryEntry);
      }),
    repeated: (numbers) => link.use(async (ask) => new Map(await queries.repeated(ask, numbers))),
    close: async () => link.close(),
    storeId,
    nodes: () => link.use(nodesOn(address.schema).list),
  };
}

/** Appends a revision. Each attempt looks for the request id: an earlier one may have been stored without an answer. */
function append(
  login: DatabaseLogin,
  link: Link,
  change: NewRevision,
  beforeWrite?: () => Promise<void>,
): Promise<Revision> {
  const { address } = login;
  const queries = queriesOn(address.schema);
  let isTried = false;
  /** Whether a revision may be from an earlier attempt of ours whose answer was lost: if so, it has our text. */
  const isOurs = ({ notice }: Revision): boolean => isTried && hashOf(notice) === sha256(bodyOf(change));
  return link.use(async (ask) => {
    await beforeWrite?.();
    return transact(ask, async () => {
      // A new connection may lead to another database, whose store has another format.
      await identify(ask, address);
      const latest = await queries.latest(ask);
      if (!latest) throw brokenStore(address, "it has no revision");
      const reported = await nodesOn(address.schema).highest(ask, latest.revision);
      // Read last: an earlier attempt may be committed between two queries, and must not count as another's change.
      const done = await findSettled(login, ask, change.requestId);
      if (done && isOurs(done)) return done;
      assertFollows(change, latest, done);
      // If another takes the same number, the primary key lets one through, and the other begins again.
      const row = await queries.insert(ask, change, numberAfter(latest.revision, change.after, reported));
      isTried = true;
      return toRevision(row);
    });
  });
}

/** The revision that a change with this id has made; undefined if there is none. */
async function findSettled(
  { address }: DatabaseLogin,
  ask: AskDatabase,
  requestId: string,
): Promise<Revision | undefined> {
  const queries = queriesOn(address.schema);
  const done = await queries.byRequest(ask, requestId);
  if (!done) return undefined;
  // A revision can be seen before a standby has it: it is safe once a later commit has waited for the standby.
  await queries.touchLog(ask);
  return toRevision(done);
}
