import { escapeLiteral } from "pg";
import type { Shown } from "../../store.ts";
import type { Session } from "../connection/session.ts";
import { quoted } from "../format.ts";
import { isThere } from "./instances.ts";

/** How long a report waits for a row that somebody holds, in ms. */
const reportLockTimeoutMs = 200;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A process, and the earlier runs that it replaces. */
export interface Reporter {
  id: string;
  label: string;
  earlier: string[];
}

/** What a process tells the others of itself, in the table of one schema. */
export function reportsOn(schema: string) {
  const table = `${quoted(schema)}.instance`;
  // A report does not wait for a standby: the next one follows within seconds. As serializable transactions, which a
  // role may ask for, reports of several nodes would conflict.
  const lightly = `SET TRANSACTION ISOLATION LEVEL READ COMMITTED; SET LOCAL synchronous_commit = off;
    SET LOCAL lock_timeout = ${reportLockTimeoutMs}`;
  /** Deletes rows, but waits for none that somebody has locked. */
  const sweep = (which: string): string =>
    `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE ${which} FOR UPDATE SKIP LOCKED);`;
  /** Takes processes off the list. */
  const takeOff = (ids: string[]): string => (ids.length === 0 ? "" : sweep(`id IN (${ids.map(literal)})`));
  const insert = ({ id, label }: Reporter, { storeId = "", number, sum }: Shown): string =>
    `INSERT INTO ${table} (id, label, store, revision, sha256, seen_at)
    VALUES (${literal(id)}, ${literal(label)}, ${uuid.test(storeId) ? literal(storeId) : "NULL"}, ${number}::bigint,
      ${literal(sum)}, pg_catalog.clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET label = excluded.label, store = excluded.store, revision = excluded.revision,
      sha256 = excluded.sha256, seen_at = excluded.seen_at`;
  return {
    /**
     * Says which revision this process shows, and takes off the list its earlier runs and all that have been silent for
     * a day. All of it is sent at once, so that no lock is held while a slow network is waited for.
     */
    report: (session: Session, reporter: Reporter, shown: Shown, timeoutMs: number) =>
      session.run(
        `${lightly};
        ${sweep(`id <> ${literal(reporter.id)} AND NOT ${isThere}`)} ${takeOff(reporter.earlier)}
        ${insert(reporter, shown)}`,
        timeoutMs,
      ),
    /** Whether any of these is still on the list, as a locked row is. */
    async areThere(session: Session, ids: string[], timeoutMs: number): Promise<boolean> {
      const text = `SELECT FROM ${table} WHERE id IN (${ids.map(literal)}) LIMIT 1`;
      return (await session.query(text, [], timeoutMs)).rows.length > 0;
    },
    /**
     * Takes this process off the list, and reports at once what it showed last: a database that has replaced another
     * may not know it yet.
     */
    remove: (session: Session, reporter: Reporter, shown: Shown, timeoutMs: number) =>
      session.run(
        `${lightly}; ${insert(reporter, shown)}; DELETE FROM ${table} WHERE id = ${literal(reporter.id)}`,
        timeoutMs,
      ),
  };
}

const literal = (text: string): string => escapeLiteral(text);
