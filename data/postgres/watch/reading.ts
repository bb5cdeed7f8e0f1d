import type { QueryResultRow } from "pg";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { describeAddress } from "../../../schema/settings/postgres-url.ts";
import type { Revision } from "../../store.ts";
import { type Row, toRevision } from "../../stored-row.ts";
import type { PostgresPlace } from "../connection/connect.ts";
import { toNumber } from "../connection/number.ts";
import type { Session } from "../connection/session.ts";
import { assertFormat, quoted } from "../format.ts";

/** The latest revision, with the id of its store. */
export interface Reading {
  revision: Revision;
  sum: string;
}

type Found = QueryResultRow &
  Omit<Row, "revision"> & { id: string; format: number; is_known: boolean; number: string | null };

/**
 * Reads the latest revision, whose text crosses the network only if it is another than the known one.
 * @throws NoticeError STORE_NEWER, STORE_MISSING, STORE_DAMAGED, Uncountable, or what the session throws
 */
export async function readLatest(
  session: Session,
  { address }: PostgresPlace,
  known: Reading | undefined,
  timeoutMs: number,
): Promise<Reading> {
  const at = quoted(address.schema);
  const isKnown = "coalesce(s.id = $1::uuid AND r.revision = $2::bigint AND r.sha256 = $3::text, false)";
  const text = `SELECT s.id, s.format, ${isKnown} AS is_known, r.revision::text AS number,
      CASE WHEN NOT ${isKnown} THEN r.body END AS body, r.sha256, r.author, r.created_at
    FROM ${at}.store s
    LEFT JOIN (SELECT * FROM ${at}.revision ORDER BY revision DESC LIMIT 1) r ON true`;
  const values = [known?.revision.storeId ?? null, known?.revision.number ?? null, known?.sum ?? null];
  const { rows } = await session.query<Found>(text, values, timeoutMs);
  const [found] = rows;
  if (found) assertFormat(found.format, address);
  if (typeof found?.number !== "string")
    throw new NoticeError("STORE_MISSING", { file: describeAddress(address), isDatabase: true });
  if (found.is_known && known) return known;
  const revision = toRevision({ ...found, revision: toNumber(found.number) });
  return { revision: { ...revision, storeId: found.id }, sum: found.sha256 };
}
