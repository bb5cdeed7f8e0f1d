import { setTimeout as sleep } from "node:timers/promises";
import type { QueryResultRow } from "pg";
import { isNoticeError } from "../../../schema/errors/notice-error.ts";
import type { Revision, Shown } from "../../store.ts";
import { type Row, toRevision } from "../../stored-row.ts";
import { connect, type DatabaseLogin } from "../connection/connect.ts";
import { explain } from "../connection/explain.ts";
import { brokenStore, isTransient, toStoreError } from "../connection/fault.ts";
import type { Session } from "../connection/session.ts";
import { createPostgresStore } from "../create.ts";
import { assertFormat, channel, quoted } from "../format.ts";
import type { FromThread, ThreadData } from "./messages.ts";
import { createReporting } from "./reporting.ts";

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
    /** Sets what visitors see now. */
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

/** The latest revision, with the id of its store, and the hash of its text. */
interface Reading {
  revision: Revision;
  sum: string;
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
  const values = [known?.revision.storeId ?? null, known?.revision.number ?? null, known?.sum ?? null];
  const { rows } = await session.query<Found>(text, values, watchLimits.queryMs);
  const [found] = rows;
  if (found) assertFormat(found.format, address);
  if (!found || found.revision === null) throw brokenStore(address, "it has no revision");
  if (found.body === null && known) return known;
  const revision = { ...toRevision({ ...found, revision: found.revision }), storeId: found.id };
  return { revision, sum: found.sha256 };
}
