import { randomUUID } from "node:crypto";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { PostgresAddress } from "../../schema/settings/postgres-url.ts";
import { type CheckedBackup, checkBackup, readBackup } from "../backup/read.ts";
import type { Replacement } from "../store.ts";
import { numberAfter, toHistoryEntry, type WholeRow } from "../stored-row.ts";
import type { DatabaseLogin } from "./connection/connect.ts";
import { type AskDatabase, createLink, historyTimeoutMs } from "./connection/link.ts";
import { transact } from "./connection/transaction.ts";
import { createSchema, hasTables, lockCreation } from "./create.ts";
import { createTables, quoted } from "./format.ts";
import { nodesOn } from "./nodes/instances.ts";
import { identify, queriesOn, rowsPerReply } from "./queries.ts";

/** A restore whose commit was tried, and the request id of its latest revision. */
interface Attempt {
  done: Replacement;
  requestId: string;
}

/** Whether the history of an existing store may come from a backup. @see StoreBackend.mayFill */
export async function mayFill(ask: AskDatabase, address: PostgresAddress, source: string): Promise<boolean> {
  await identify(ask, address);
  const versions = await queriesOn(address.schema).versions(ask);
  return versions.length === 1 || (await checkBackup(source)).continues(versions);
}

/**
 * Fills a store that is missing, has only its first revision, or has lost the end of its history, with the revisions of a
 * backup, all at once.
 * @throws NoticeError STORE_…, BACKUP_UNREADABLE, REVISION_CONFLICT
 */
export async function fillFromBackup(
  login: DatabaseLogin,
  source: string,
  seen: number,
  author: string,
): Promise<Replacement> {
  const { schema } = login.address;
  const queries = queriesOn(schema);
  const requestId = randomUUID();
  // Before the transaction, which may not be idle for long.
  const backup = await checkBackup(source);
  const { latest, leftOut, lastId } = backup;
  const link = createLink(login);
  let tried: Attempt | undefined;
  const fill = async (ask: AskDatabase): Promise<Replacement> => {
    await lockCreation(ask, schema);
    if (tried && (await hasFilled(ask, login.address, tried))) return tried.done;
    const { kept, removed } = await makeRoom(ask, login.address, backup);
    await insertRows(ask, schema, source, backup, kept);
    const storeId = await identify(ask, login.address);
    const reported = await nodesOn(schema).highest(ask, latest.number);
    const next = numberAfter(latest.number, seen, reported, removed);
    const isShown = next === latest.number + 1;
    const again = { notice: latest.notice, author, requestId, wasShown: true };
    if (!isShown) await queries.insert(ask, again, next);
    const done = { number: isShown ? latest.number : next, leftOut, storeId };
    tried = { done, requestId: isShown ? lastId : requestId };
    return done;
  };
  return link.use((ask) => transact(ask, () => fill(ask)), historyTimeoutMs).finally(link.close);
}

/** Whether an earlier attempt, whose answer was lost, has filled the store. If so, this makes it safe. */
async function hasFilled(
  ask: AskDatabase,
  address: PostgresAddress,
  { done, requestId }: Attempt,
): Promise<boolean> {
  if (!(await hasTables(ask, address))) return false;
  const id = await identify(ask, address);
  const { byRequest, touchLog } = queriesOn(address.schema);
  const last = await byRequest(ask, requestId);
  if (id !== done.storeId || last?.revision !== done.number) return false;
  await touchLog(ask);
  return true;
}

/**
 * Creates the tables, or removes the one revision that they were created with, unless the backup has it. Returns the
 * numbers of the latest revision that stays and of the one that was removed; 0 for none.
 */
async function makeRoom(
  ask: AskDatabase,
  address: PostgresAddress,
  backup: CheckedBackup,
): Promise<{ kept: number; removed: number }> {
  const { timeLeftMs, session } = ask;
  const { schema } = address;
  if (!(await hasTables(ask, address))) {
    await createSchema(ask, schema);
    await session.run(createTables(schema), timeLeftMs());
    return { kept: 0, removed: 0 };
  }
  await identify(ask, address);
  const table = `${quoted(schema)}.revision`;
  const { versions } = queriesOn(schema);
  const standing = await versions(ask);
  const current = standing.at(-1)?.revision ?? 0;
  if (backup.continues(standing)) return { kept: current, removed: 0 };
  await session.run(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`, timeLeftMs());
  if ((await versions(ask)).length > 1) throw new NoticeError("REVISION_CONFLICT", { expected: 1, current });
  await session.run(
    `ALTER TABLE ${table} DISABLE TRIGGER revision_is_kept; DELETE FROM ${table};
     ALTER TABLE ${table} ENABLE TRIGGER revision_is_kept`,
    timeLeftMs(),
  );
  return { kept: 0, removed: current };
}

/** Inserts the intact revisions of a backup after a number, page by page. */
async function insertRows(
  ask: AskDatabase,
  schema: string,
  source: string,
  { latest }: CheckedBackup,
  after: number,
): Promise<void> {
  const { insertRows: insert } = queriesOn(schema);
  await readBackup(source, async ({ rows }) => {
    let page: WholeRow[] = [];
    for (const row of rows()) {
      if (row.revision > after && row.revision <= latest.number && "notice" in toHistoryEntry(row))
        page.push(row);
      if (page.length < rowsPerReply) continue;
      await insert(ask, page);
      page = [];
    }
    await insert(ask, page);
  });
}
