import { escapeLiteral } from "pg";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { describeAddress, type PostgresAddress } from "../../../schema/settings/postgres-url.ts";
import type { Shown } from "../../store.ts";
import { isForbidden, isHeld, toStoreError } from "../connection/fault.ts";
import type { Session } from "../connection/session.ts";
import { quoted } from "../format.ts";
import { isThere } from "../nodes.ts";
import type { FromThread, ThreadData } from "./messages.ts";

/** How often this process reports, in ms. */
const reportIntervalMs = 5000;
/** How long the last report may take, in ms. */
const lastReportTimeoutMs = 500;

/** Makes the reports of what visitors see here. If they fail, tells so once by `tell`. */
export function createReporting(
  { login, instance: id, earlier, shown }: ThreadData,
  tell: (message: FromThread) => void,
  timeoutMs: number,
) {
  const { address, label } = login;
  const reports = reportsOn(address, id, label);
  /** Whether the earlier runs are known to be off this database's list. */
  let isAlone = false;
  let current = shown;
  let reported: Shown | undefined;
  let reportedAt = 0;
  let mayReport = true;
  const reasonOf = (error: unknown): string =>
    isHeld(error)
      ? new NoticeError("REPORT_HELD_UP", { store: describeAddress(address) }).message
      : toStoreError(error, address).message;

  return {
    /** Sets what visitors see from now on. */
    show(next: Shown): void {
      current = next;
    },
    /** Begins again on a new connection, as its database may not know our reports. */
    begin(): void {
      reported = undefined;
      isAlone = earlier.length === 0;
    },
    /** Reports what visitors see if that is due. */
    async report(session: Session): Promise<void> {
      const [telling, at] = [current, performance.now()];
      if (reported === telling && at - reportedAt < reportIntervalMs) return;
      try {
        await reports.report(session, isAlone ? [] : earlier, telling, timeoutMs);
        if (!isAlone && !(await reports.areThere(session, earlier, timeoutMs))) {
          isAlone = true;
          tell({ kind: "succeeded" });
        }
        mayReport = true;
      } catch (error) {
        if (!isHeld(error) && !isForbidden(error)) throw error;
        // The store can still be read, but commands that publish do not see this node.
        if (mayReport) tell({ kind: "unreported", message: reasonOf(error) });
        mayReport = false;
        if (isHeld(error)) return;
      }
      [reported, reportedAt] = [telling, at];
    },
    /** Removes this process from the list; never rejects. */
    end: (session: Session): Promise<void> => reports.remove(session).catch(() => {}),
  };
}

/** How long a report waits for a locked row, in ms. */
const reportLockTimeoutMs = 200;

/** The queries by which a process reports to the others of its schema. */
function reportsOn({ schema }: PostgresAddress, id: string, label: string) {
  const table = `${quoted(schema)}.instance`;
  // A report does not wait for a standby: the next one follows within seconds. A role may default to serializable
  // transactions, in which reports of several nodes would conflict.
  const lightly = `SET TRANSACTION ISOLATION LEVEL READ COMMITTED; SET LOCAL synchronous_commit = off;
    SET LOCAL lock_timeout = ${reportLockTimeoutMs}`;
  /** Deletes rows, except locked ones. */
  const sweep = (which: string): string =>
    `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE ${which} FOR UPDATE SKIP LOCKED);`;
  /** Removes processes from the list. */
  const takeOff = (ids: string[]): string =>
    ids.length === 0 ? "" : sweep(`id IN (${ids.map((id) => escapeLiteral(id))})`);
  const insert = ({ storeId, number, sum }: Shown): string =>
    `INSERT INTO ${table} (id, label, store, revision, sha256, seen_at)
    VALUES (${escapeLiteral(id)}, ${escapeLiteral(label)}, ${storeId === undefined ? "NULL" : escapeLiteral(storeId)}, ${number},
      ${escapeLiteral(sum)}, pg_catalog.clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET label = excluded.label, store = excluded.store, revision = excluded.revision,
      sha256 = excluded.sha256, seen_at = excluded.seen_at`;
  return {
    /**
     * Reports which revision this process shows. Removes its earlier runs, and all processes that were silent for a
     * day. All of it is sent at once, so that no lock is held over a slow network.
     */
    report: (session: Session, earlier: string[], shown: Shown, timeoutMs: number) =>
      session.run(
        `${lightly};
        ${sweep(`id <> ${escapeLiteral(id)} AND NOT ${isThere}`)} ${takeOff(earlier)}
        ${insert(shown)}`,
        timeoutMs,
      ),
    /** Whether any of these is still on the list, such as a row that was locked. */
    async areThere(session: Session, ids: string[], timeoutMs: number): Promise<boolean> {
      const text = `SELECT FROM ${table} WHERE id IN (${ids.map((id) => escapeLiteral(id))}) LIMIT 1`;
      return (await session.query(text, [], timeoutMs)).rows.length > 0;
    },
    remove: (session: Session) =>
      session.run(`${lightly}; DELETE FROM ${table} WHERE id = ${escapeLiteral(id)}`, lastReportTimeoutMs),
  };
}
