import type { QueryResultRow } from "pg";
import type { Node, NodeFilter } from "../../store.ts";
import type { AskDatabase } from "../connection/link.ts";
import { toNumber } from "../connection/number.ts";
import { quoted } from "../format.ts";

// Functions are named with their schema: the role may have others of the same name.

/**
 * How long ago a process reported, in seconds, by the database's clock. A time in the future was written by another
 * database, which this one has replaced.
 */
const silence = "pg_catalog.abs(extract(epoch FROM pg_catalog.clock_timestamp() - seen_at))";

/** Whether a process has reported within a day. */
export const isThere = `${silence} < 86400`;

interface NodeRow extends QueryResultRow {
  id: string;
  label: string;
  store: string | null;
  revision: string;
  sha256: string;
  silent: string;
}

const nodeColumns = `id, label, store, revision::text AS revision, sha256, ${silence}::numeric::text AS silent`;

/** The state of a store and its nodes. */
export interface Standing {
  /** The highest number of this store that a process has reported; 0 if none has. */
  mark: number;
  /** The number of the latest revision; 0 if there is none. */
  latest: number;
  /**
   * The names of processes that reported only on an older timeline; empty once a revision was published on this one.
   */
  unheard: string[];
  /** Whether the database says which timeline it is on: some managed ones do not. */
  knowsTimeline: boolean;
}

/** The queries of commands on the nodes of a schema. */
export function nodesOn(schema: string) {
  const at = quoted(schema);
  const table = `${at}.instance`;
  const kept = `(SELECT revision FROM ${at}.mark WHERE store = (SELECT id FROM ${at}.store))`;
  const isSettled = "(now.timeline IS NULL OR settled.timeline IS NOT DISTINCT FROM now.timeline)";
  const unheard = `(SELECT coalesce(pg_catalog.json_agg(label ORDER BY label), '[]') FROM ${table}, ${at}.store AS settled,
    (SELECT ${at}.timeline()) AS now (timeline)
    WHERE NOT ${isSettled} AND instance.timeline IS DISTINCT FROM now.timeline AND ${isThere})`;
  return {
    list: async (ask: AskDatabase): Promise<Node[]> =>
      (await ask<NodeRow>(`SELECT ${nodeColumns} FROM ${table} WHERE ${isThere} ORDER BY label, id`)).map(
        toNode,
      ),
    /** The state at one moment. */
    async standing(ask: AskDatabase): Promise<Standing> {
      const [found] = await ask<{ mark: string; latest: string; unheard: string[]; knows: boolean }>(
        `SELECT coalesce(${kept}, 0)::text AS mark, (SELECT coalesce(pg_catalog.max(revision), 0) FROM ${at}.revision)::text AS latest,
         ${unheard} AS unheard, ${at}.timeline() IS NOT NULL AS knows`,
      );
      const { mark = "0", latest = "0", unheard: names = [], knows: knowsTimeline = false } = found ?? {};
      return { mark: toNumber(mark), latest: toNumber(latest), unheard: names, knowsTimeline };
    },
    /** Removes nodes that have been silent for at least so many seconds. */
    async forget(ask: AskDatabase, { label }: NodeFilter, silentSeconds: number): Promise<Node[]> {
      const text = `DELETE FROM ${table} WHERE ($1::text IS NULL OR label = $1) AND ${silence} >= $2::float8
        RETURNING ${nodeColumns}`;
      return (await ask<NodeRow>(text, label ?? null, silentSeconds)).map(toNode);
    },
  };
}

function toNode({ id, label, store, revision, sha256: sum, silent }: NodeRow): Node {
  // Any role that may report can write anything here. Such a number may be rounded: no decision depends on it.
  const [number, silentSeconds] = [Number(revision), Number(silent)];
  return { id, label, storeId: store ?? undefined, number, sum, silentSeconds };
}
