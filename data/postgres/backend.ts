import type { PostgresAddress } from "../../schema/settings/postgres-url.ts";
import { writeBackup } from "../backup.ts";
import { noneIfMissing, type StoreBackend, whileOpen } from "../store.ts";
import { openPostgresAccess, openPostgresUsage } from "./access.ts";
import { type AskDatabase, createLink, type DatabaseLogin, historyTimeoutMs } from "./connect.ts";
import { createPostgresStore } from "./create.ts";
import { brokenStore } from "./fault.ts";
import { inspectPostgres } from "./inspect.ts";
import { nodesOn } from "./nodes.ts";
import { identify, queriesOn, rowsUpTo } from "./queries.ts";
import { fillFromBackup } from "./restore.ts";
import { openPostgresStore, readPostgresStore } from "./store.ts";
import { watchPostgres } from "./watch/watcher.ts";

/** The backend that keeps a store in a PostgreSQL database. */
export function postgresBackend(login: DatabaseLogin): StoreBackend {
  const { address } = login;
  const onStore = <T>(work: (ask: AskDatabase) => Promise<T>, timeoutMs?: number): Promise<T> => {
    const link = createLink(login);
    const identified = (ask: AskDatabase) => identify(ask, address).then(() => work(ask));
    return link.use(identified, timeoutMs).finally(link.close);
  };
  return {
    latestNumber: (deadline) =>
      whileOpen(readPostgresStore(login, deadline), (store) => store.latestNumber()).catch(noneIfMissing),
    create: (first, deadline) => createPostgresStore(login, first, deadline),
    read: (deadline) => readPostgresStore(login, deadline),
    open: (deadline) => openPostgresStore(login, deadline),
    openAccess: (deadline) => openPostgresAccess(login, deadline),
    openUsage: (deadline) => openPostgresUsage(login, deadline),
    watch: (options = {}) => watchPostgres(login, options),
    forgetNodes: (filter) => onStore((ask) => nodesOn(address.schema).forget(ask, filter)),
    inspect: (command) => inspectPostgres(login, command),
    backUp: (target) => onStore((ask) => backUp(ask, address, target), historyTimeoutMs),
    versions: () => onStore((ask) => queriesOn(address.schema).versions(ask)).catch(noneIfMissing),
    fillFromBackup: (...how) => fillFromBackup(login, ...how),
  };
}

async function backUp(ask: AskDatabase, address: PostgresAddress, target: string) {
  const latest = await queriesOn(address.schema).latestNumber(ask);
  if (latest === undefined) throw brokenStore(address, "it has no revision");
  return writeBackup(target, rowsUpTo(ask, address.schema, latest));
}
