import { NoticeError } from "../../../schema/errors/notice-error.ts";
import type { Installation } from "../../../schema/settings/installation.ts";
import { describeAddress, type PostgresHost } from "../../../schema/settings/postgres-url.ts";
import { readSecret } from "../../../schema/settings/secrets.ts";
import { reasonOf } from "./fault.ts";
import { openSession, type Session } from "./session.ts";

/** The address and the password of the database that a store is in, and what people call this node. */
export type DatabaseLogin = Omit<NonNullable<Installation["postgres"]>, "state">;

/** How long things may take, in ms. */
export interface Limits {
  connectMs: number;
  queryMs: number;
  /** How much time is left for everything; unlimited if absent. */
  timeLeftMs?: () => number;
}

interface Server {
  encoding: string;
  is_standby: boolean;
  is_read_only: boolean;
}

/** The reason for a host that is not used now, but may be later. */
export const isStandby = "it is a standby, not the primary";

const describeServer = `SELECT pg_catalog.current_setting('server_encoding') AS encoding,
  pg_catalog.pg_is_in_recovery() AS is_standby, pg_catalog.current_setting('transaction_read_only') = 'on' AS is_read_only`;

/**
 * Connects to the first host that is a primary, takes writes and keeps texts in UTF-8.
 * @throws NoticeError STORE_UNREACHABLE with the reason of each host, SECRET_UNREADABLE, DATABASE_INVALID
 */
export async function connect(login: DatabaseLogin, limits: Limits): Promise<Session> {
  const { address } = login;
  const reasons: string[] = [];
  for (const host of address.hosts) {
    const found = await connectTo(host, login, limits);
    if (typeof found !== "string") return found;
    reasons.push(address.hosts.length === 1 ? found : `${host.host}: ${found}`);
  }
  throw new NoticeError("STORE_UNREACHABLE", {
    store: describeAddress(address),
    reason: reasons.join("; "),
  });
}

/**
 * Connects to one host, or says why it is not to be used.
 * @throws NoticeError SECRET_UNREADABLE, DATABASE_INVALID
 */
export async function connectTo(
  host: PostgresHost,
  login: DatabaseLogin,
  { connectMs, queryMs, timeLeftMs = () => Number.POSITIVE_INFINITY }: Limits,
): Promise<Session | string> {
  const { value = "", file } = login.password;
  const password = file === undefined ? value : readSecret("DATABASE_PASSWORD_FILE", file);
  const atMost = (ms: number): number => Math.min(ms, timeLeftMs());
  let session: Session | undefined;
  let reason: string | undefined;
  try {
    session = await openSession(host, login.address, () => password, atMost(connectMs));
    const { rows } = await session.query<Server & Record<string, unknown>>(
      describeServer,
      [],
      atMost(queryMs),
    );
    reason = unfit(rows[0]);
    if (!reason) return session;
  } catch (error) {
    reason = reasonOf(error);
  }
  session?.close();
  return reason;
}

function unfit(server: Server | undefined): string | undefined {
  if (!server) return "it does not speak PostgreSQL";
  if (server.encoding !== "UTF8")
    return `the database has the encoding ${server.encoding.slice(0, 20)}, and must have UTF8`;
  if (server.is_standby) return isStandby;
  return server.is_read_only ? "it is read-only" : undefined;
}
