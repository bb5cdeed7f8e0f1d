import type { QueryResultRow } from "pg";
import type { Revision } from "../../store.ts";
import { type Row, toRevision } from "../../stored-row.ts";
import type { DatabaseLogin } from "../connection/connect.ts";
import { brokenStore, toNumber } from "../connection/fault.ts";
import type { Session } from "../connection/session.ts";
import { assertFormat, quoted } from "../format.ts";

/** The latest revision, with the id of its store. */
export interface Reading {
  revision: Revision;
  sum: string;
}

type Found = QueryResultRow &
  Omit<Row, "revision"> & {
    id: string;
    format: number;
    is_known: boolean;
    number: string | null;
  };

/**
 * Reads the latest revision; its text is sent only if it is not the known one.
 * @throws NoticeError STORE_FOREIGN, STORE_NEWER, STORE_CORRUPT, STORE_DAMAGED, Uncountable, or what the session throws
 */
export async function readLatest(
  session: Session,
  login: DatabaseLogin,
  known: Reading | undefined,
  timeoutMs: number,
): Promise<Reading> {
  const { address } = login;
  const at = quoted(address.schema);
  const isKnown = "coalesce(s.id = $1::uuid AND r.revision = $2::bigint AND r.sha256 = $3::text, false)";
  const text = `SELECT s.id, s.format, ${isKnown} AS is_known, r.revision::text AS number,
      CASE WHEN NOT ${isKnown} THEN r.body END AS body, r.sha256, r.author, r.created_at, r.is_automatic
    FROM ${at}.store s
    LEFT JOIN (SELECT * FROM ${at}.revision ORDER BY revision DESC LIMIT 1) r ON true`;
  const values = [known?.revision.storeId ?? null, known?.revision.number ?? null, known?.sum ?? null];
  const { rows } = await session.query<Found>(text, values, timeoutMs);
  const [found] = rows;
  if (found) assertFormat(found.format, address);
  if (typeof found?.number !== "string") throw brokenStore(address, "it has no revision");
  if (found.is_known && known) return known;
  const revision = { ...toRevision({ ...found, revision: toNumber(found.number) }), storeId: found.id };
  return { revision, sum: found.sha256 };
}
