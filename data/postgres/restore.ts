import { randomUUID } from "node:crypto";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { readBackup } from "../backup.ts";
import type { CheckedBackup, Replacement } from "../store.ts";
import { numberAfter, toHistoryEntry, type WholeRow } from "../stored-row.ts";
import { type AskDatabase, createLink, type DatabaseLogin, historyTimeoutMs, transact } from "./connect.ts";
import { lockCreation, makeTables } from "./create.ts";
import { quoted } from "./format.ts";
import { nodesOn } from "./nodes.ts";
import { identify, queriesOn, rowsPerReply } from "./queries.ts";

/** How much text is inserted at once: while it is read, a slow machine must not exceed the limit of an idle transaction. */
const maxInsertLength = 1024 * 1024;

/** Fills a store that is missing, new, or has lost revisions, all at once. @see StoreBackend.fillFromBackup */
export async function fillFromBackup(
  login: DatabaseLogin,
  backup: CheckedBackup,
  seen: number,
  author: string,
): Promise<Replacement> {
  const { address } = login;
  const queries = queriesOn(address.schema);
  const { latest, lastId } = backup;
  /** What an earlier attempt, whose answer was lost, may have committed, with the store's id and the latest request's. */
  let tried: { done: Replacement; storeId: string; requestId: string } | undefined;
  const fill = async (ask: AskDatabase): Promise<Replacement> => {
    await lockCreation(ask, address.schema);
    await makeTables(ask, address);
    const storeId = await identify(ask, address);
    if (tried?.storeId === storeId && (await queries.byRequest(ask, tried.requestId))) {
      await queries.touchLog(ask);
      return tried.done;
    }
    const { kept, removed } = await makeRoom(ask, address.schema, backup);
    await insertRows(ask, address.schema, backup, kept);
    await ask(`DELETE FROM ${quoted(address.schema)}.token WHERE kind <> 'token'`);
    const reported = await nodesOn(address.schema).highest(ask, latest.number);
    const number = numberAfter(latest.number, seen, reported, removed);
    const isShown = number === latest.number + 1;
    const requestId = isShown ? lastId : randomUUID();
    const again = { notice: latest.notice, author, requestId, wasShown: true };
    if (!isShown) await queries.insert(ask, again, number);
    const done = isShown ? { number: latest.number } : { number, again: { ...latest, number: seen } };
    tried = { done, storeId, requestId };
    return done;
  };
  const link = createLink(login);
  return link.use((ask) => transact(ask, () => fill(ask)), historyTimeoutMs).finally(link.close);
}

/**
 * Removes the one revision that a store was created with, unless the backup has it. Returns the numbers of the latest
 * revision that stays and of the one that was removed; 0 for none.
 */
async function makeRoom(
  ask: AskDatabase,
  schema: string,
  backup: CheckedBackup,
): Promise<{ kept: number; removed: number }> {
  const { timeLeftMs, session } = ask;
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

function insertRows(ask: AskDatabase, schema: string, backup: CheckedBackup, after: number): Promise<void> {
  const { insertRows: insert } = queriesOn(schema);
  return readBackup(backup.file, async ({ rows }) => {
    let [page, size]: [WholeRow[], number] = [[], 0];
    for (const row of rows(after)) {
      if ("notice" in toHistoryEntry(row)) page.push(row);
      size += row.body.length;
      if (page.length < rowsPerReply && size < maxInsertLength) continue;
      await insert(ask, page);
      [page, size] = [[], 0];
    }
    await insert(ask, page);
  });
}
