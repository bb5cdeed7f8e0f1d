import type { QueryResultRow } from "pg";
import { sha256 } from "../../schema/notice/hash.ts";
import type { PostgresAddress } from "../../schema/settings/postgres-url.ts";
import type { Deadline } from "../deadline.ts";
import { type FirstRevision, maxPageBytes, type StoredVersion } from "../store.ts";
import { bodyOf, type Row, type WholeRow } from "../stored-row.ts";
import { type AskDatabase, createLink, type DatabaseLogin, type Link } from "./connect.ts";
import { brokenStore } from "./fault.ts";
import { assertFormat, quoted, tables } from "./format.ts";

const columns = "r.revision, r.body, r.sha256, r.author, r.created_at, r.is_automatic";

/** The database's time, rounded down to the millisecond: rounding up would give a time yet to come. */
const now = `to_char(date_trunc('milliseconds', clock_timestamp()) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** How many rows a reply may have: a row may have half a MiB, and a reply 16 MiB. */
export const rowsPerReply = 25;

/**
 * The queries on the tables of one schema. Outside of a transaction of ours, functions are named with their schema: the
 * role may have others of the same name.
 */
export function queriesOn(schema: string) {
  const at = quoted(schema);
  const from = `FROM ${at}.revision AS r`;
  const insert = `INSERT INTO ${at}.revision AS r`;
  const one = async <R>(rows: Promise<R[]>): Promise<R | undefined> => (await rows)[0];
  const rows = <R extends object = Row>(ask: AskDatabase, text: string, ...values: unknown[]): Promise<R[]> =>
    ask<R & QueryResultRow>(text, ...values);
  return {
    /** The store itself; without a store, the query fails. */
    store: (ask: AskDatabase) =>
      one(
        ask<{ id: string; format: number; missing: string[] }>(
          `SELECT id, format, ARRAY(SELECT name FROM pg_catalog.unnest($1::text[]) AS name
             WHERE pg_catalog.to_regclass($2 || name) IS NULL) AS missing FROM ${at}.store`,
          tables,
          `${at}.`,
        ),
      ),
    async latestNumber(ask: AskDatabase): Promise<number | undefined> {
      const [found] = await ask<{ latest: number | null }>(
        `SELECT pg_catalog.max(r.revision) AS latest ${from}`,
      );
      return found?.latest ?? undefined;
    },
    find: (ask: AskDatabase, which: number) =>
      one(rows(ask, `SELECT ${columns} ${from} WHERE r.revision = $1::bigint`, which)),
    latest: (ask: AskDatabase) =>
      one(rows(ask, `SELECT ${columns} ${from} ORDER BY r.revision DESC LIMIT 1`)),
    /** A page of the revisions before a number, or of all of them, newest first. */
    range: (ask: AskDatabase, before: number | undefined, limit: number) =>
      rows(
        ask,
        `SELECT ${columns} FROM (
           SELECT *, pg_catalog.sum(pg_catalog.octet_length(body)) OVER (ORDER BY revision DESC) - pg_catalog.octet_length(body) AS bytes_before
           FROM ${at}.revision WHERE $1::bigint IS NULL OR revision < $1 ORDER BY revision DESC LIMIT $2
         ) AS r WHERE r.bytes_before < ${maxPageBytes} ORDER BY r.revision DESC`,
        before ?? null,
        limit,
      ),
    /** Which of these revisions repeat the document of an earlier one, each with the latest such number. */
    repeated: async (ask: AskDatabase, numbers: number[]): Promise<[number, number][]> => {
      const earlier = `SELECT pg_catalog.max(e.revision) FROM ${at}.revision AS e WHERE e.sha256 = r.sha256 AND e.revision < r.revision`;
      const found = await ask<{ revision: number; earlier: number | null }>(
        `SELECT r.revision, (${earlier}) AS earlier ${from} WHERE r.revision = ANY($1::bigint[])`,
        numbers,
      );
      return found.flatMap(({ revision, earlier }) => (earlier === null ? [] : [[revision, earlier]]));
    },
    byRequest: (ask: AskDatabase, requestId: string) =>
      one(rows(ask, `SELECT ${columns} ${from} WHERE r.request_id = $1`, requestId)),
    /** Inserts a new revision. @throws NoticeError NOTICE_INVALID */
    async insert(ask: AskDatabase, change: Omit<FirstRevision, "number">, revision: number) {
      const body = bodyOf(change);
      const { author, requestId, isAutomatic = false } = change;
      const values = [revision, body, sha256(body), author, requestId, isAutomatic];
      const [row] = await rows(
        ask,
        `${insert} (revision, body, sha256, author, created_at, request_id, is_automatic)
         VALUES ($1, $2, $3, $4, ${now}, $5, $6) RETURNING ${columns}`,
        ...values,
      );
      if (!row) throw new Error("An INSERT gives back the row that it made.");
      return row;
    },
    /** Inserts whole rows as they are, in ascending order. */
    insertRows: (ask: AskDatabase, whole: WholeRow[]) =>
      ask(
        `${insert} (revision, body, sha256, author, created_at, request_id) SELECT * FROM unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])`,
        ...(["revision", "body", "sha256", "author", "created_at", "request_id"] as const).map((name) =>
          whole.map((row) => row[name]),
        ),
      ),
    /** Whole rows after one number and up to another, the oldest first. */
    wholeRows: (ask: AskDatabase, after: number, upTo: number, limit: number) =>
      rows<WholeRow>(
        ask,
        `SELECT r.revision, r.body, r.sha256, r.author, r.created_at, r.request_id ${from}
         WHERE r.revision > $1 AND r.revision <= $2 ORDER BY r.revision LIMIT $3`,
        after,
        upTo,
        limit,
      ),
    /** Which revisions there are, oldest first, without their texts. */
    versions: (ask: AskDatabase) =>
      rows<StoredVersion>(ask, `SELECT r.revision, r.sha256, r.request_id ${from} ORDER BY r.revision`),
    /** Writes only to the log: a commit waits for its standby only if its transaction has written something. */
    touchLog: (ask: AskDatabase) => ask("SELECT pg_logical_emit_message(true, 'backsoon', '')"),
  };
}

/** Every row up to a number, oldest first. Rows never change, and later numbers are higher: all are of one moment. */
export async function* rowsUpTo(ask: AskDatabase, schema: string, latest: number): AsyncIterable<WholeRow> {
  const { wholeRows } = queriesOn(schema);
  for (let after = 0; after < latest; ) {
    const rows = await wholeRows(ask, after, latest, rowsPerReply);
    after = rows.at(-1)?.revision ?? latest;
    yield* rows;
  }
}

/**
 * The id of the store.
 * @throws NoticeError STORE_CORRUPT, STORE_FOREIGN, STORE_NEWER, or the database's error if its tables are missing
 */
export async function identify(ask: AskDatabase, address: PostgresAddress): Promise<string> {
  const store = await queriesOn(address.schema).store(ask);
  if (!store) throw brokenStore(address, "it has no id");
  assertFormat(store.format, address);
  const [missing] = store.missing;
  if (missing !== undefined) throw brokenStore(address, `the table ${missing} is missing`);
  return store.id;
}

/** Connects to an existing store. @throws NoticeError STORE_… */
export async function openLink(
  login: DatabaseLogin,
  deadline?: Deadline,
): Promise<{ link: Link; storeId: string }> {
  const link = createLink(login, deadline);
  try {
    return { link, storeId: await link.use((ask) => identify(ask, login.address)) };
  } catch (error) {
    link.close();
    throw error;
  }
}
