import { isNoticeError } from "../../schema/errors/notice-error.ts";
import { readCopy } from "../backup/read.ts";
import type { StoreBackend } from "../store.ts";
import type { Deadline } from "../time/deadline.ts";
import { openPostgresAccess } from "./access.ts";
import { backUp, fillByCopy } from "./backup.ts";
import type { PostgresPlace } from "./connection/connect.ts";
import { type Ask, createLink } from "./connection/link.ts";
import { createPostgresStore, upgradePostgresStore } from "./create.ts";
import { inspectPostgres } from "./inspect.ts";
import { forgetNodes } from "./nodes/forget.ts";
import { queriesOn } from "./queries.ts";
import { openPostgresStore, readPostgresStore } from "./store.ts";
import { watchPostgres } from "./watch/watcher.ts";

/** The backend that keeps a store in a PostgreSQL database. */
export function postgresBackend(place: PostgresPlace): StoreBackend {
  const { schema } = place.address;
  const once = async <T>(work: (ask: Ask) => Promise<T>): Promise<T> => {
    const link = createLink(place);
    return link.use(work).finally(link.close);
  };
  return {
    latestNumber: (deadline) => latestNumber(place, deadline),
    create: (first, deadline) => createPostgresStore(place, first, deadline),
    upgrade: (deadline) => upgradePostgresStore(place, deadline),
    read: (deadline) => readPostgresStore(place, deadline),
    open: (deadline) => openPostgresStore(place, deadline),
    openAccess: (deadline) => openPostgresAccess(place, deadline),
    watch: (options = {}) => watchPostgres(place, options),
    forgetNodes: (filter) => once((ask) => forgetNodes(ask, place.address, filter)),
    inspect: () => inspectPostgres(place),
    backUp: (target) => backUp(place, target),
    readCopy: async (source) => readCopy(source, ({ latest }) => latest),
    verifyCopy: async (source) =>
      readCopy(source, ({ rows }) => {
        for (const _row of rows());
      }),
    isFresh: () => once(async (ask) => (await queriesOn(schema).count(ask)) === 1),
    fillByCopy: (...how) => fillByCopy(place, ...how),
    // A database that has no store is filled like one that has only its first revision.
    replaceByCopy: (...how) => fillByCopy(place, ...how),
  };
}

async function latestNumber(place: PostgresPlace, deadline?: Deadline): Promise<number | undefined> {
  try {
    const store = await readPostgresStore(place, deadline);
    return await store.latestNumber().finally(() => store.close());
  } catch (error) {
    if (isNoticeError(error, "STORE_MISSING")) return undefined;
    throw error;
  }
}
