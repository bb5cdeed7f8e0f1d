import type { QueryResultRow } from "pg";
import type { Node, NodeFilter, Shown } from "../store.ts";
import type { Ask } from "./connection/link.ts";
import type { Session } from "./connection/session.ts";
import { quoted } from "./format.ts";

/** How long a process may be silent before its row goes, as SQL has it. */
const forgetAfter = "1 day";

// Nobody waits for a standby to have a report: the next one follows within seconds.
const lightly = "SELECT set_config('synchronous_commit', 'off', true)";

/** What a process tells the others of itself, in the table of one schema. */
export function reportsOn(schema: string) {
  const table = `${quoted(schema)}.instance`;
  const lasting = `WITH lightly AS MATERIALIZED (${lightly})`;
  const report = `${lasting}
    INSERT INTO ${table} (id, label, store, revision, sha256, seen_at)
    SELECT $1::uuid, $2::text, $3::uuid, $4::bigint, $5::text, clock_timestamp() FROM lightly
    ON CONFLICT (id) DO UPDATE SET label = excluded.label, store = excluded.store, revision = excluded.revision,
      sha256 = excluded.sha256, seen_at = excluded.seen_at`;
  const ask = <R extends QueryResultRow>(
    session: Session,
    timeoutMs: number,
    text: string,
    values: unknown[],
  ) => session.query<R>(text, values, timeoutMs);
  return {
    /** Says which revision this process shows. */
    report: (
      session: Session,
      { id, label }: { id: string; label: string },
      shown: Shown,
      timeoutMs: number,
    ) => ask(session, timeoutMs, report, [id, label, shown.storeId ?? null, shown.number, shown.sum]),
    /** Takes this process off the list. */
    remove: (session: Session, id: string, timeoutMs: number) =>
      ask(session, timeoutMs, `${lasting} DELETE FROM ${table} USING lightly WHERE id = $1`, [id]),
    /** Takes those off that have been silent for a day. */
    sweep: (session: Session, timeoutMs: number) =>
      ask(
        session,
        timeoutMs,
        `${lasting} DELETE FROM ${table} USING lightly WHERE seen_at < clock_timestamp() - interval '${forgetAfter}'`,
        [],
      ),
  };
}

interface NodeRow {
  id: string;
  label: string;
  store: string | null;
  revision: number;
  sha256: string;
  silent: number;
}

const columns = `id, label, store, revision::float8 AS revision, sha256,
  greatest(extract(epoch FROM clock_timestamp() - seen_at), 0)::float8 AS silent`;

/** What commands ask of the table of one schema. */
export function nodesOn(schema: string) {
  const table = `${quoted(schema)}.instance`;
  return {
    async list(ask: Ask): Promise<Node[]> {
      return (await ask<NodeRow & QueryResultRow>(`SELECT ${columns} FROM ${table} ORDER BY label, id`)).map(
        toNode,
      );
    },
    async forget(ask: Ask, { label, silentSeconds }: NodeFilter): Promise<Node[]> {
      const text = `DELETE FROM ${table} WHERE ($1::text IS NULL OR label = $1)
        AND ($2::float8 IS NULL OR seen_at < clock_timestamp() - make_interval(secs => $2)) RETURNING ${columns}`;
      return (await ask<NodeRow & QueryResultRow>(text, label ?? null, silentSeconds ?? null)).map(toNode);
    },
  };
}

function toNode({ id, label, store, revision: number, sha256: sum, silent: silentSeconds }: NodeRow): Node {
  return { id, label, storeId: store ?? undefined, number, sum, silentSeconds };
}
