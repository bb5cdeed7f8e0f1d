import { escapeLiteral } from "pg";
import type { Shown } from "../../store.ts";
import type { Session } from "../connection/session.ts";
import { quoted } from "../format.ts";
import { isThere } from "./instances.ts";

/** How long a report waits for a locked row, in ms. */
const reportLockTimeoutMs = 200;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A process, and the earlier runs that it replaces. */
export interface Reporter {
  id: string;
  label: string;
  earlier: string[];
}

/** The queries by which a process reports to the others of its schema. */
export function reportsOn(schema: string) {
  const table = `${quoted(schema)}.instance`;
  // A report does not wait for a standby: the next one follows within seconds. A role may default to serializable
  // transactions, in which reports of several nodes would conflict.
  const lightly = `SET TRANSACTION ISOLATION LEVEL READ COMMITTED; SET LOCAL synchronous_commit = off;
    SET LOCAL lock_timeout = ${reportLockTimeoutMs}`;
  /** Deletes rows, except locked ones. */
  const sweep = (which: string): string =>
    `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE ${which} FOR UPDATE SKIP LOCKED);`;
  /** Removes processes from the list. */
  const takeOff = (ids: string[]): string => (ids.length === 0 ? "" : sweep(`id IN (${ids.map(literal)})`));
  const insert = ({ id, label }: Reporter, { storeId = "", number, sum }: Shown): string =>
    `INSERT INTO ${table} (id, label, store, revision, sha256, seen_at)
    VALUES (${literal(id)}, ${literal(label)}, ${uuid.test(storeId) ? literal(storeId) : "NULL"}, ${number}::bigint,
      ${literal(sum)}, pg_catalog.clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET label = excluded.label, store = excluded.store, revision = excluded.revision,
      sha256 = excluded.sha256, seen_at = excluded.seen_at`;
  return {
    /**
     * Reports which revision this process shows. Removes its earlier runs, and all processes that were silent for a
     * day. All of it is sent at once, so that no lock is held over a slow network.
     */
    report: (session: Session, reporter: Reporter, shown: Shown, timeoutMs: number) =>
      session.run(
        `${lightly};
        ${sweep(`id <> ${literal(reporter.id)} AND NOT ${isThere}`)} ${takeOff(reporter.earlier)}
        ${insert(reporter, shown)}`,
        timeoutMs,
      ),
    /** Whether any of these is still on the list, such as a row that was locked. */
    async areThere(session: Session, ids: string[], timeoutMs: number): Promise<boolean> {
      const text = `SELECT FROM ${table} WHERE id IN (${ids.map(literal)}) LIMIT 1`;
      return (await session.query(text, [], timeoutMs)).rows.length > 0;
    },
    /**
     * Removes this process from the list, but first reports what it showed last: a database that has replaced another
     * may not know that yet.
     */
    remove: (session: Session, reporter: Reporter, shown: Shown, timeoutMs: number) =>
      session.run(
        `${lightly}; ${insert(reporter, shown)}; DELETE FROM ${table} WHERE id = ${literal(reporter.id)}`,
        timeoutMs,
      ),
  };
}

const literal = (text: string): string => escapeLiteral(text);
