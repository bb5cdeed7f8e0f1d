import type { QueryResultRow } from "pg";
import { maxSilentSeconds } from "../../schema/advice/advice.ts";
import { type Forgotten, maxLead, maxRevisionNumber, type Node, type NodeFilter } from "../store.ts";
import type { AskDatabase } from "./connect.ts";
import { quoted } from "./format.ts";

// Functions are named with their schema: the role may have others of the same name.

/**
 * How long ago a process reported, in seconds, by the database's clock. A time in the future was written by another
 * database, which this one has replaced. A whole number, which no setting of the role rounds.
 */
const silence =
  "least(pg_catalog.abs(extract(epoch FROM pg_catalog.clock_timestamp() - seen_at)), 1000000000)::integer";

/** Whether a process has reported within a day. */
export const isThere = `${silence} < 86400`;

interface NodeRow extends QueryResultRow {
  id: string;
  label: string;
  store: string | null;
  revision: number;
  sha256: string;
  silent: number;
}

const nodeColumns = `id, label, store, revision, sha256, ${silence} AS silent`;

export function nodesOn(schema: string) {
  const table = `${quoted(schema)}.instance`;
  const list = async (ask: AskDatabase): Promise<Node[]> =>
    (await ask<NodeRow>(`SELECT ${nodeColumns} FROM ${table} WHERE ${isThere} ORDER BY label, id`)).map(
      toNode,
    );
  return {
    list,
    /** The highest number that a process reports and that counts beside the latest one; 0 if there is none. */
    async highest(ask: AskDatabase, latest: number): Promise<number> {
      const [found] = await ask<{ number: number | null }>(
        `SELECT pg_catalog.max(revision) AS number FROM ${table} WHERE revision <= $1 AND revision < $2`,
        latest + maxLead,
        maxRevisionNumber,
      );
      return found?.number ?? 0;
    },
    /** Removes nodes, except running ones, which reported a moment ago. */
    async forget(ask: AskDatabase, { label, silentSeconds = 0 }: NodeFilter): Promise<Forgotten> {
      const text = `DELETE FROM ${table} WHERE ($1::text IS NULL OR label = $1) AND ${silence} >= $2::numeric
        RETURNING ${nodeColumns}`;
      const gone = await ask<NodeRow>(text, label ?? null, Math.max(silentSeconds, maxSilentSeconds));
      const isMeant = (node: Node): boolean =>
        (label === undefined || node.label === label) && node.silentSeconds >= silentSeconds;
      return { gone: gone.map(toNode), running: (await list(ask)).filter(isMeant) };
    },
  };
}

function toNode({ id, label, store, revision: number, sha256: hash, silent: silentSeconds }: NodeRow): Node {
  return { id, label, storeId: store ?? undefined, number, hash, silentSeconds };
}
