import { randomUUID } from "node:crypto";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { PostgresAddress } from "../../schema/settings/postgres-url.ts";
import { readBackup } from "../backup/read.ts";
import type { Replacement, Revision } from "../store.ts";
import { toHistoryEntry } from "../stored-row.ts";
import type { DatabaseLogin } from "./connection/connect.ts";
import { type AskDatabase, createLink, historyTimeoutMs } from "./connection/link.ts";
import { limitLockWaits } from "./connection/transaction.ts";
import { createSchema, hasTables, lockCreation } from "./create.ts";
import { createTables, quoted } from "./format.ts";
import { type AssertHeard, createHearing } from "./nodes/hearing.ts";
import { nodesOn } from "./nodes/instances.ts";
import { identify, queriesOn, rowsPerReply } from "./queries.ts";

/** A restore whose commit was tried, and the request id of its latest revision. */
interface Attempt {
  done: Replacement;
  requestId: string;
}

/**
 * Fills a store that is missing, or holds only what it was created with, with the revisions of a backup, all at once.
 * @throws NoticeError STORE_…, BACKUP_UNREADABLE, REVISION_CONFLICT
 */
export function fillFromBackup(
  login: DatabaseLogin,
  source: string,
  seen: number,
  author: string,
  afterFailover = false,
): Promise<Replacement> {
  const { schema } = login.address;
  const queries = queriesOn(schema);
  const requestId = randomUUID();
  const link = createLink(login);
  const whenHeard = createHearing(login.address, { goesOn: afterFailover });
  let tried: Attempt | undefined;
  const fill = async (ask: AskDatabase, assertHeard: AssertHeard): Promise<Replacement> => {
    await lockCreation(ask, schema);
    if (tried && (await hasFilled(ask, login.address, tried))) return tried.done;
    await makeRoom(ask, login.address, assertHeard);
    const { leftOut, latest, lastId } = await insertAll(ask, schema, source);
    const storeId = await identify(ask, login.address);
    const after = Math.max(seen, (await nodesOn(schema).standing(ask)).mark);
    const isShown = latest.number > after;
    const again = { notice: latest.notice, author, requestId, wasShown: true };
    if (!isShown) await queries.insert(ask, again, after + 1);
    const done = { number: isShown ? latest.number : after + 1, leftOut, storeId };
    tried = { done, requestId: isShown ? lastId : requestId };
    return done;
  };
  const work = (ask: AskDatabase) => whenHeard(ask, (assertHeard) => fill(ask, assertHeard));
  return link.use(work, historyTimeoutMs).finally(link.close);
}

/** Whether an earlier attempt, whose answer was lost, has filled the store. If so, this makes it safe. */
async function hasFilled(
  ask: AskDatabase,
  address: PostgresAddress,
  { done, requestId }: Attempt,
): Promise<boolean> {
  const { schema } = address;
  if (!(await hasTables(ask, schema))) return false;
  const id = await identify(ask, address);
  const { byRequest, touchLog } = queriesOn(schema);
  const last = await byRequest(ask, requestId);
  if (id !== done.storeId || last?.revision !== done.number) return false;
  await touchLog(ask);
  return true;
}

/** Creates the tables, or removes the one revision that they were created with. */
async function makeRoom(ask: AskDatabase, address: PostgresAddress, assertHeard: AssertHeard): Promise<void> {
  const { timeLeftMs, session } = ask;
  const { schema } = address;
  if (!(await hasTables(ask, schema))) {
    await createSchema(ask, schema);
    return session.run(createTables(schema), timeLeftMs());
  }
  await identify(ask, address);
  assertHeard((await nodesOn(schema).standing(ask)).unheard);
  const table = `${quoted(schema)}.revision`;
  await limitLockWaits(ask);
  await session.run(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`, timeLeftMs());
  const { count, latestNumber } = queriesOn(schema);
  const current = (await latestNumber(ask)) ?? 0;
  if ((await count(ask)) > 1) throw new NoticeError("REVISION_CONFLICT", { expected: 1, current });
  await session.run(
    `ALTER TABLE ${table} DISABLE TRIGGER revision_is_kept; DELETE FROM ${table};
     ALTER TABLE ${table} ENABLE TRIGGER revision_is_kept`,
    timeLeftMs(),
  );
}

/** Inserts the intact revisions of a backup. Returns how many were left out, and the request id of the last one. */
async function insertAll(
  ask: AskDatabase,
  schema: string,
  source: string,
): Promise<{ leftOut: number; latest: Revision; lastId: string }> {
  const { insertRows } = queriesOn(schema);
  // The backup is read at once, and then sent over the network page by page.
  const { rows, latest } = readBackup(source, (backup) => ({
    rows: [...backup.rows()],
    latest: backup.latest,
  }));
  const intact = rows.filter((row) => "notice" in toHistoryEntry(row));
  for (let start = 0; start < intact.length; start += rowsPerReply)
    await insertRows(ask, intact.slice(start, start + rowsPerReply));
  const lastId = intact.at(-1)?.request_id ?? "";
  return { leftOut: rows.length - intact.length, latest, lastId };
}
