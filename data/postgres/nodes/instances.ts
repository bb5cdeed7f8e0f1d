import type { QueryResultRow } from "pg";
import type { Node, NodeFilter, Shown } from "../../store.ts";
import type { Ask } from "../connection/link.ts";
import { toNumber } from "../connection/number.ts";
import type { Session } from "../connection/session.ts";
import { markFormat, quoted } from "../format.ts";

/**
 * How long ago a process said something, in seconds, by the clock of the database that is asked. A time that is yet to
 * come is by the clock of another, whose place this one has taken.
 */
const silence = "pg_catalog.abs(extract(epoch FROM pg_catalog.clock_timestamp() - seen_at))";
/** Whether a process has said something within a day. */
const isThere = `${silence} < 86400`;

// Nobody waits for a standby to have a report: the next one follows within seconds.
const lightly =
  "WITH lightly AS MATERIALIZED (SELECT pg_catalog.set_config('synchronous_commit', 'off', true))";

/** What a process tells the others of itself, in the table of one schema. */
export function reportsOn(schema: string) {
  const table = `${quoted(schema)}.instance`;
  const report = `${lightly}, swept AS (DELETE FROM ${table} WHERE id <> $1::uuid AND NOT ${isThere})
    INSERT INTO ${table} (id, label, store, revision, sha256, seen_at)
    SELECT $1::uuid, $2::text, $3::uuid, $4::bigint, $5::text, pg_catalog.clock_timestamp() FROM lightly
    ON CONFLICT (id) DO UPDATE SET label = excluded.label, store = excluded.store, revision = excluded.revision,
      sha256 = excluded.sha256, seen_at = excluded.seen_at`;
  return {
    /** Says which revision this process shows, and takes those off the list that have been silent for a day. */
    async report(
      session: Session,
      { id, label }: { id: string; label: string },
      { storeId, number, sum }: Shown,
      timeoutMs: number,
    ): Promise<void> {
      // As serializable transactions, which a role may ask for, reports of several nodes stand in each other's way.
      await session.run("BEGIN ISOLATION LEVEL READ COMMITTED", timeoutMs);
      try {
        await session.query(report, [id, label, storeId ?? null, number, sum], timeoutMs);
        await session.run("COMMIT", timeoutMs);
      } catch (error) {
        if (!session.isOver) await session.run("ROLLBACK", timeoutMs);
        throw error;
      }
    },
    /** Takes this process off the list. */
    remove: (session: Session, id: string, timeoutMs: number) =>
      session.query(`${lightly} DELETE FROM ${table} USING lightly WHERE id = $1`, [id], timeoutMs),
  };
}

interface NodeRow extends QueryResultRow {
  id: string;
  label: string;
  store: string | null;
  revision: string;
  sha256: string;
  silent: string;
}

const columns = `id, label, store, revision::text AS revision, sha256, ${silence}::numeric::text AS silent`;

/** Where a store stands among those who show it. */
export interface Standing {
  /** The highest number of this store that a process has reported; 0 if none has. */
  mark: number;
  /** The number of the latest revision; 0 if there is none. */
  latest: number;
  /** The names of the processes that have reported on an older timeline alone, as long as nobody has published on this one. */
  unheard: string[];
  /** Whether the database says which timeline it is on: some managed ones do not. */
  knowsTimeline: boolean;
}

/** What commands ask of the table of one schema. */
export function nodesOn(schema: string) {
  const at = quoted(schema);
  const table = `${at}.instance`;
  const ofStore = `WHERE store = (SELECT id FROM ${at}.store)`;
  const reported = `(SELECT pg_catalog.max(revision) FROM ${table} ${ofStore} AND ${isThere})`;
  const kept = `(SELECT revision FROM ${at}.mark ${ofStore})`;
  const isSettled = "(now.timeline IS NULL OR settled.timeline IS NOT DISTINCT FROM now.timeline)";
  const unheard = `(SELECT coalesce(pg_catalog.json_agg(label ORDER BY label), '[]') FROM ${table}, ${at}.store AS settled,
    (SELECT ${at}.timeline()) AS now (timeline)
    WHERE NOT ${isSettled} AND instance.timeline IS DISTINCT FROM now.timeline AND ${isThere})`;
  const markIn = (format: number): string => `coalesce(${format < markFormat ? reported : kept}, 0)::text`;
  return {
    list: async (ask: Ask): Promise<Node[]> =>
      (await ask<NodeRow>(`SELECT ${columns} FROM ${table} WHERE ${isThere} ORDER BY label, id`)).map(toNode),
    /** All of it at one moment, as a store of this format knows it; an older one takes nobody for unheard. */
    async standing(ask: Ask, format: number): Promise<Standing> {
      const knows = format < markFormat ? "false" : `${at}.timeline() IS NOT NULL`;
      const [found] = await ask<{ mark: string; latest: string; unheard: string[]; knows: boolean }>(
        `SELECT ${markIn(format)} AS mark, (SELECT coalesce(pg_catalog.max(revision), 0) FROM ${at}.revision)::text AS latest,
         ${format < markFormat ? "'[]'::json" : unheard} AS unheard, ${knows} AS knows`,
      );
      const { mark = "0", latest = "0", unheard: names = [], knows: knowsTimeline = false } = found ?? {};
      return { mark: toNumber(mark), latest: toNumber(latest), unheard: names, knowsTimeline };
    },
    /** Takes those off the list that have been silent for at least so long, in seconds. */
    async forget(ask: Ask, { label }: NodeFilter, silentSeconds: number): Promise<Node[]> {
      const text = `DELETE FROM ${table} WHERE ($1::text IS NULL OR label = $1) AND ${silence} >= $2::float8
        RETURNING ${columns}`;
      return (await ask<NodeRow>(text, label ?? null, silentSeconds)).map(toNode);
    },
  };
}

function toNode({ id, label, store, revision, sha256: sum, silent }: NodeRow): Node {
  const [number, silentSeconds] = [toNumber(revision), Number(silent)];
  return { id, label, storeId: store ?? undefined, number, sum, silentSeconds };
}
