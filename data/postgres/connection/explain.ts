import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { describeAddress } from "../../../schema/settings/postgres-url.ts";
import { quoted, tables } from "../format.ts";
import { connect, type DatabaseLogin } from "./connect.ts";
import { brokenStore, isLate, isWithoutTable, missingStore, toStoreError } from "./fault.ts";
import type { Session } from "./session.ts";

/** How long the database may take to say why, in ms. */
const whyLimits = { connectMs: 1000, queryMs: 1000 };

/** The tables of a schema, and whether somebody waits for a lock on one of them. */
const describeTables = `SELECT c.relname AS name, EXISTS (
    SELECT FROM pg_catalog.pg_locks AS l WHERE l.relation = c.oid AND NOT l.granted
      AND l.database = (SELECT d.oid FROM pg_catalog.pg_database AS d WHERE d.datname = pg_catalog.current_database())
  ) AS is_awaited
  FROM pg_catalog.pg_class AS c WHERE c.relnamespace = pg_catalog.to_regnamespace($1) AND c.relname = ANY($2)`;

/** Turns any error into one of ours. If a table is missing, or no answer came, the database is asked why. */
export async function explain(error: unknown, login: DatabaseLogin, last?: Session): Promise<NoticeError> {
  const { address } = login;
  const fault = toStoreError(error, address);
  if (!isWithoutTable(error) && !isLate(error)) return fault;
  const session = last?.isOver === false ? last : await connect(login, whyLimits).catch(() => undefined);
  if (!session) return fault;
  try {
    const values = [quoted(address.schema), tables];
    const { rows } = await session.query<{ name: string; is_awaited: boolean }>(
      describeTables,
      values,
      whyLimits.queryMs,
    );
    const missing = tables.find((table) => !rows.some(({ name }) => name === table));
    if (rows.length === 0) return isLate(error) ? fault : missingStore(address);
    if (missing !== undefined) return brokenStore(address, `the table ${missing} is missing`);
    const isHeld = rows.some(({ is_awaited: isAwaited }) => isAwaited);
    return isHeld ? new NoticeError("STORE_BUSY", { file: describeAddress(address) }) : fault;
  } catch {
    return fault;
  } finally {
    if (session !== last) session.close();
  }
}
