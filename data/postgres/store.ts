import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { NewRevision, NoticeReader, NoticeStore, Revision } from "../store.ts";
import { toHistoryEntry, toRevision } from "../stored-row.ts";
import type { Deadline } from "../time/deadline.ts";
import { append, settle } from "./append.ts";
import type { DatabaseLogin } from "./connection/connect.ts";
import { brokenStore } from "./connection/fault.ts";
import { type AskDatabase, createLink, type Link } from "./connection/link.ts";
import { nodesOn } from "./nodes/instances.ts";
import { identify, queriesOn } from "./queries.ts";

/**
 * Opens an existing store in a PostgreSQL database to read it.
 * @throws NoticeError STORE_…
 */
export async function readPostgresStore(login: DatabaseLogin, deadline?: Deadline): Promise<NoticeReader> {
  return (await opened(login, deadline)).reader;
}

/**
 * Opens an existing store in a PostgreSQL database to change it.
 * @throws NoticeError STORE_…
 */
export async function openPostgresStore(login: DatabaseLogin, deadline?: Deadline): Promise<NoticeStore> {
  const { reader, link } = await opened(login, deadline);
  return {
    ...reader,
    append: (change: NewRevision, beforeWrite) => append(login, link, change, beforeWrite),
    settle: (requestId) => settle(login, link, requestId),
  };
}

async function opened(
  login: DatabaseLogin,
  deadline: Deadline | undefined,
): Promise<{ reader: NoticeReader; link: Link }> {
  const link = createLink(login, deadline);
  try {
    const storeId = await link.use((ask) => identify(ask, login.address));
    return { reader: readerOn(login, link, storeId), link };
  } catch (error) {
    link.close();
    throw error;
  }
}

function readerOn({ address }: DatabaseLogin, link: Link, storeId: string): NoticeReader {
  const queries = queriesOn(address.schema);
  const nodes = nodesOn(address.schema);
  const find = async (ask: AskDatabase, number: number): Promise<Revision> => {
    const row = await queries.find(ask, number);
    if (!row) throw new NoticeError("REVISION_UNKNOWN", { revision: number });
    return toRevision(row);
  };
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
    find: (number) => link.use((ask) => find(ask, number)),
    history: ({ limit, before }) =>
      link.use(async (ask) => {
        const rows = await queries.range(ask, before, limit);
        if (rows.length === 0 && before === undefined) throw brokenStore(address, "it has no revision");
        return rows.map(toHistoryEntry);
      }),
    repeated: (numbers) => link.use(async (ask) => new Map(await queries.repeated(ask, numbers))),
    close: async () => link.close(),
    storeId,
    nodes: () => link.use(nodes.list),
  };
}
