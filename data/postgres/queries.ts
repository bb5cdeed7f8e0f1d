import { checkNotice } from "../../schema/notice/check.ts";
import { serialize } from "../../schema/notice/notice.ts";
import { sha256 } from "../../schema/notice/sum.ts";
import type { Draft } from "../store.ts";
import type { Row, WholeRow } from "../stored-row.ts";
import type { Ask } from "./connection/link.ts";
import { quoted } from "./format.ts";

/** Numbers are read as JavaScript has them: a bigint would come as text. */
export const columns = "revision::float8 AS revision, body, sha256, author, created_at";

/** The time of the database's clock; to the millisecond it was, not the one to come. */
const now = `to_char(date_trunc('milliseconds', clock_timestamp()) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** How many whole rows a reply may have: one of them may take half a MiB, and a reply sixteen. */
export const rowsPerReply = 25;

/** What is asked of the tables in one schema. */
export function queriesOn(schema: string) {
  const at = quoted(schema);
  const insert = `INSERT INTO ${at}.revision (revision, body, sha256, author, created_at, request_id)`;
  const one = async <R>(rows: Promise<R[]>): Promise<R | undefined> => (await rows)[0];
  return {
    /** The store itself; the database refuses the question where there is none. */
    store: (ask: Ask) => one(ask<Identity>(`SELECT id, format FROM ${at}.store`)),
    latestNumber: async (ask: Ask) =>
      (
        await one(
          ask<{ number: number | null }>(`SELECT max(revision)::float8 AS number FROM ${at}.revision`),
        )
      )?.number ?? undefined,
    find: (ask: Ask, number: number) =>
      one(ask<Row>(`SELECT ${columns} FROM ${at}.revision WHERE revision = $1`, number)),
    latest: (ask: Ask) =>
      one(ask<Row>(`SELECT ${columns} FROM ${at}.revision ORDER BY revision DESC LIMIT 1`)),
    range: (ask: Ask, before: number, limit: number) =>
      ask<Row>(
        `SELECT ${columns} FROM ${at}.revision WHERE revision < $1 ORDER BY revision DESC LIMIT $2`,
        before,
        limit,
      ),
    byRequest: (ask: Ask, requestId: string) =>
      one(ask<Row>(`SELECT ${columns} FROM ${at}.revision WHERE request_id = $1`, requestId)),
    /** Inserts a new revision, its notice checked once more. @throws NoticeError NOTICE_INVALID */
    async insert(
      ask: Ask,
      { notice, author, requestId }: Pick<Draft, "notice" | "author" | "requestId">,
      number: number,
    ) {
      const body = serialize(checkNotice(notice));
      const values = [number, body, sha256(body), author, requestId];
      const [row] = await ask<Row>(
        `${insert} VALUES ($1, $2, $3, $4, ${now}, $5) RETURNING ${columns}`,
        ...values,
      );
      if (!row) throw new Error("An INSERT gives back the row that it made.");
      return row;
    },
    /** Inserts whole rows as they are, in ascending order. */
    insertRows: (ask: Ask, rows: WholeRow[]) =>
      ask(
        `${insert} SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])`,
        ...(["revision", "body", "sha256", "author", "created_at", "request_id"] as const).map((name) =>
          rows.map((row) => row[name]),
        ),
      ),
    /** Whole rows after one number and up to another, the oldest first. */
    wholeRows: (ask: Ask, after: number, upTo: number, limit: number) =>
      ask<WholeRow>(
        `SELECT ${columns}, request_id FROM ${at}.revision WHERE revision > $1 AND revision <= $2
         ORDER BY revision LIMIT $3`,
        after,
        upTo,
        limit,
      ),
    count: async (ask: Ask) =>
      (await one(ask<{ count: number }>(`SELECT count(*)::float8 AS count FROM ${at}.revision`)))?.count ?? 0,
    /**
     * Writes to the log and nowhere else: a commit waits for its standby if its transaction has written something, and
     * only then.
     */
    touchLog: (ask: Ask) => ask("SELECT pg_logical_emit_message(true, 'backsoon', '')"),
  };
}

/** Which store it is. */
export interface Identity extends Record<string, unknown> {
  id: string;
  format: number;
}
