import type { QueryResultRow } from "pg";
import type { Node, NodeFilter, Shown } from "../store.ts";
import type { Ask } from "./connection/link.ts";
import type { Session } from "./connection/session.ts";
import { quoted } from "./format.ts";

/**
 * How long ago a process said something, in seconds, by the clock of the database that is asked. A time that is yet to
 * come is by the clock of another, whose place this one has taken.
 */
const silence = "abs(extract(epoch FROM clock_timestamp() - seen_at))::float8";
/** Whether a process has said something within a day. */
const isThere = `${silence} < 86400`;

// Nobody waits for a standby to have a report: the next one follows within seconds.
const lightly = "WITH lightly AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))";

/** What a process tells the others of itself, in the table of one schema. */
export function reportsOn(schema: string) {
  const table = `${quoted(schema)}.instance`;
  const report = `${lightly}, swept AS (DELETE FROM ${table} WHERE id <> $1::uuid AND NOT ${isThere})
    INSERT INTO ${table} (id, label, store, revision, sha256, seen_at)
    SELECT $1::uuid, $2::text, $3::uuid, $4::bigint, $5::text, clock_timestamp() FROM lightly
    ON CONFLICT (id) DO UPDATE SET label = excluded.label, store = excluded.store, revision = excluded.revision,
      sha256 = excluded.sha256, seen_at = excluded.seen_at`;
  return {
    /** Says which revision this process shows, and takes those off the list that have been silent for a day. */
    report: (
      session: Session,
      { id, label }: { id: string; label: string },
      { storeId, number, sum }: Shown,
      timeoutMs: number,
    ) => session.query(report, [id, label, storeId ?? null, number, sum], timeoutMs),
    /** Takes this process off the list. */
    remove: (session: Session, id: string, timeoutMs: number) =>
      session.query(`${lightly} DELETE FROM ${table} USING lightly WHERE id = $1`, [id], timeoutMs),
  };
}

interface NodeRow extends QueryResultRow {
  id: string;
  label: string;
  store: string | null;
  revision: number;
  sha256: string;
  silent: number;
}

const columns = `id, label, store, revision::float8 AS revision, sha256, ${silence} AS silent`;

/** What commands ask of the table of one schema. */
export function nodesOn(schema: string) {
  const at = quoted(schema);
  const table = `${at}.instance`;
  return {
    list: async (ask: Ask): Promise<Node[]> =>
      (await ask<NodeRow>(`SELECT ${columns} FROM ${table} WHERE ${isThere} ORDER BY label, id`)).map(toNode),
    /** The highest number of this store that one of them has reported; 0 if none has. */
    async mark(ask: Ask): Promise<number> {
      const [found] = await ask<{ mark: number }>(
        `SELECT coalesce(max(revision), 0)::float8 AS mark FROM ${table}
         WHERE ${isThere} AND store = (SELECT id FROM ${at}.store)`,
      );
      return found?.mark ?? 0;
    },
    async forget(ask: Ask, { label, silentSeconds }: NodeFilter): Promise<Node[]> {
      const text = `DELETE FROM ${table} WHERE ($1::text IS NULL OR label = $1)
        AND ($2::float8 IS NULL OR ${silence} > $2) RETURNING ${columns}`;
      return (await ask<NodeRow>(text, label ?? null, silentSeconds ?? null)).map(toNode);
    },
  };
}

function toNode({ id, label, store, revision: number, sha256: sum, silent: silentSeconds }: NodeRow): Node {
  return { id, label, storeId: store ?? undefined, number, sum, silentSeconds };
}
