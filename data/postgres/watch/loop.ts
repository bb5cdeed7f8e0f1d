import { setTimeout as sleep } from "node:timers/promises";
import { escapeLiteral, type QueryResultRow } from "pg";
import { isNoticeError, NoticeError } from "../../../schema/errors/notice-error.ts";
import { describeAddress, type PostgresAddress } from "../../../schema/settings/postgres-url.ts";
import type { Revision, Shown } from "../../store.ts";
import { type Row, toRevision } from "../../stored-row.ts";
import { connect, type DatabaseLogin, explain } from "../connect.ts";
import { createPostgresStore } from "../create.ts";
import { brokenStore, isForbidden, isHeld, isTransient, toStoreError } from "../fault.ts";
import { assertFormat, channel, quoted } from "../format.ts";
import { isThere } from "../nodes.ts";
import type { Session } from "../session.ts";
import type { FromThread, ThreadData } from "./messages.ts";

/** How long a host may take to connect, and to answer a question, in ms. */
const watchLimits = { connectMs: 1500, queryMs: 1000 };
/** How often the store is read, in ms: notifications are only hints. */
const readIntervalMs = 1000;
/** The shortest time between two reads, in ms, however many notifications come. */
const minPauseMs = 10;
const firstBackOffMs = 250;
const maxBackOffMs = 1000;

/** Watches a store until it is closed. It reports by `tell`, which must not throw. */
export function startLoop(data: ThreadData, tell: (message: FromThread) => void) {
  const { login } = data;
  let { first } = data;
  const { address } = login;
  const reporting = createReporting(data, tell, watchLimits.queryMs);
  let session: Session | undefined;
  let known: Reading | undefined;
  let isClosing = false;
  let isWoken = false;
  let resume = (): void => {};
  const wake = (): void => {
    isWoken = true;
    resume();
  };

  /** Rests until it is time, or something wakes us. */
  const rest = async (ms: number): Promise<void> => {
    await sleep(minPauseMs);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, isWoken ? 0 : ms);
      resume = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    isWoken = false;
  };

  const read = async (open: Session): Promise<void> => {
    const next = await readLatest(open, login, known);
    tell(next === known ? { kind: "unchanged" } : { kind: "revision", revision: next.revision });
    known = next;
    // Once something has been shown, a person decides what replaces a lost store.
    first = undefined;
  };

  /** Creates the store; a role without the right leaves that to others. */
  const create = async (): Promise<void> => {
    if (!first) return;
    try {
      await createPostgresStore(login, first);
      wake();
    } catch (error) {
      if (isNoticeError(error, "STORE_FORBIDDEN")) first = undefined;
    }
  };

  const step = async (open: Session): Promise<void> => {
    try {
      await read(open);
      await reporting.report(open);
    } catch (error) {
      if (open.isOver || isTransient(error)) throw error;
      const fault = await explain(error, login, open);
      tell({ kind: "failed", message: fault.message });
      if (isNoticeError(fault, "STORE_MISSING")) await create();
    }
  };

  const watchStore = async (): Promise<void> => {
    session = await connect(login, watchLimits);
    reporting.begin();
    session.listen(({ payload }) => payload === address.schema && wake());
    // If LISTEN is refused, or lost in a pool, the store is still read each second.
    await session.run(`LISTEN ${channel}`, watchLimits.queryMs).catch(() => {});
    for (backOffMs = firstBackOffMs; !isClosing; await rest(readIntervalMs)) await step(session);
  };

  let backOffMs = firstBackOffMs;
  const run = async (): Promise<void> => {
    while (!isClosing) {
      try {
        await watchStore();
      } catch (error) {
        tell({ kind: "failed", message: toStoreError(error, address).message });
      }
      session?.close();
      await sleep(backOffMs);
      backOffMs = Math.min(2 * backOffMs, maxBackOffMs);
    }
  };
  void run();

  return {
    show(next: Shown): void {
      reporting.show(next);
      wake();
    },
    /** Removes this process from the list, and resolves when that is done or has failed. */
    async close(): Promise<void> {
      isClosing = true;
      if (session && !session.isOver) await reporting.end(session);
      session?.close();
      wake();
    },
  };
}

interface Reading {
  revision: Revision;
  hash: string;
}

type Found = QueryResultRow & Omit<Row, "revision"> & { id: string; format: number; revision: number | null };

/**
 * Reads the latest revision; its text is sent only if it is not the known one.
 * @throws NoticeError STORE_FOREIGN, STORE_NEWER, STORE_CORRUPT, STORE_DAMAGED, or what the session throws
 */
async function readLatest(
  session: Session,
  { address }: DatabaseLogin,
  known: Reading | undefined,
): Promise<Reading> {
  const at = quoted(address.schema);
  const isKnown = "coalesce(s.id = $1::uuid AND r.revision = $2::integer AND r.sha256 = $3::text, false)";
  const text = `SELECT s.id, s.format, r.revision, CASE WHEN NOT ${isKnown} THEN r.body END AS body,
      r.sha256, r.author, r.created_at, r.is_automatic
    FROM ${at}.store s
    LEFT JOIN (SELECT * FROM ${at}.revision ORDER BY revision DESC LIMIT 1) r ON true`;
  const values = [known?.revision.storeId ?? null, known?.revision.number ?? null, known?.hash ?? null];
  const { rows } = await session.query<Found>(text, values, watchLimits.queryMs);
  const [found] = rows;
  if (found) assertFormat(found.format, address);
  if (!found || found.revision === null) throw brokenStore(address, "it has no revision");
  if (found.body === null && known) return known;
  const revision = { ...toRevision({ ...found, revision: found.revision }), storeId: found.id };
  return { revision, hash: found.sha256 };
}

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

function reportsOn({ schema }: PostgresAddress, id: string, label: string) {
  const table = `${quoted(schema)}.instance`;
  // A report does not wait for a standby: the next one follows within seconds. A role may default to serializable
  // transactions, in which reports of several nodes would conflict.
  const lightly = `SET TRANSACTION ISOLATION LEVEL READ COMMITTED; SET LOCAL synchronous_commit = off;
    SET LOCAL lock_timeout = ${reportLockTimeoutMs}`;
  /** Deletes rows, except locked ones. */
  const sweep = (which: string): string =>
    `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE ${which} FOR UPDATE SKIP LOCKED);`;
  const takeOff = (ids: string[]): string =>
    ids.length === 0 ? "" : sweep(`id IN (${ids.map((id) => escapeLiteral(id))})`);
  const insert = ({ storeId, number, hash }: Shown): string =>
    `INSERT INTO ${table} (id, label, store, revision, sha256, seen_at)
    VALUES (${escapeLiteral(id)}, ${escapeLiteral(label)}, ${storeId === undefined ? "NULL" : escapeLiteral(storeId)}, ${number},
      ${escapeLiteral(hash)}, pg_catalog.clock_timestamp())
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
