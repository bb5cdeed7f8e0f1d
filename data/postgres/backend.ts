import { writeBackup } from "../backup/write.ts";
import { noneIfMissing, type StoreBackend, whileOpen } from "../store.ts";
import { openPostgresAccess } from "./beside/access.ts";
import { openPostgresUsage } from "./beside/usage.ts";
import type { DatabaseLogin } from "./connection/connect.ts";
import { brokenStore } from "./connection/fault.ts";
import { type AskDatabase, createLink, historyTimeoutMs } from "./connection/link.ts";
import { createPostgresStore } from "./create.ts";
import { inspectPostgres } from "./inspect.ts";
import { nodesOn } from "./nodes/instances.ts";
import { identify, queriesOn, rowsUpTo } from "./queries.ts";
import { fillFromBackup } from "./restore.ts";
import { openPostgresStore, readPostgresStore } from "./store.ts";
import { watchPostgres } from "./watch/watcher.ts";

/** The backend that keeps a store in a PostgreSQL database. */
export function postgresBackend(login: DatabaseLogin): StoreBackend {
  const { address } = login;
  const onStore = <T>(work: (ask: AskDatabase) => Promise<T>): Promise<T> => {
    const link = createLink(login);
    return link.use((ask) => identify(ask, address).then(() => work(ask))).finally(link.close);
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
    backUp: (target) => backUp(login, target),
    versions: () => onStore((ask) => queriesOn(address.schema).versions(ask)).catch(noneIfMissing),
    fillFromBackup: (...how) => fillFromBackup(login, ...how),
  };
}

/**
 * Backs a store up into a new file, as it is at one moment.
 * @throws NoticeError STORE_…, FILE_EXISTS, OUTPUT_UNWRITABLE
 */
async function backUp(login: DatabaseLogin, target: string): Promise<{ number: number; bytes: number }> {
  const { schema } = login.address;
  const link = createLink(login);
  const write = async (ask: AskDatabase) => {
    await identify(ask, login.address);
    const latest = await queriesOn(schema).latestNumber(ask);
    if (latest === undefined) throw brokenStore(login.address, "it has no revision");
    return writeBackup(target, rowsUpTo(ask, schema, latest));
  };
  return link.use(write, historyTimeoutMs).finally(link.close);
}
