import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { describeAddress, type PostgresAddress } from "../../../schema/settings/postgres-url.ts";
import { readSecret } from "../../../schema/settings/secrets.ts";
import { reasonOf } from "./fault.ts";
import { openSession, type Session } from "./session.ts";

/** A store, and the way in. */
export interface PostgresPlace {
  address: PostgresAddress;
  /** The password itself, or the file that holds it, which is read for each connection. */
  password: { value?: string | undefined; file?: string | undefined };
  /** What people call this node. */
  label: string;
}

/** How long things may take, in ms. */
export interface Limits {
  connectMs: number;
  queryMs: number;
}

interface Server {
  encoding: string;
  is_standby: boolean;
  is_read_only: boolean;
}

const describeServer = `SELECT current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS is_standby,
  current_setting('transaction_read_only') = 'on' AS is_read_only`;

/**
 * Connects to the first host that is a primary which takes writes and keeps texts in UTF-8.
 * @throws NoticeError STORE_UNREACHABLE that says why of each host, SECRET_UNREADABLE, DATABASE_INVALID
 */
export async function connect(place: PostgresPlace, { connectMs, queryMs }: Limits): Promise<Session> {
  const { address } = place;
  const { hosts } = address;
  const password = readPassword(place);
  const reasons: string[] = [];
  for (const host of hosts) {
    let session: Session | undefined;
    try {
      session = await openSession(host, address, () => password, connectMs);
      const { rows } = await session.query<Server & Record<string, unknown>>(describeServer, [], queryMs);
      const reason = unfit(rows[0]);
      if (!reason) return session;
      reasons.push(nameOf(host.host, hosts.length) + reason);
    } catch (error) {
      reasons.push(nameOf(host.host, hosts.length) + reasonOf(error));
    }
    session?.close();
  }
  throw new NoticeError("STORE_UNREACHABLE", {
    store: describeAddress(address),
    reason: reasons.join("; "),
  });
}

function nameOf(host: string, count: number): string {
  return count === 1 ? "" : `${host}: `;
}

function unfit(server: Server | undefined): string | undefined {
  if (!server) return "what it says is not PostgreSQL's";
  const { encoding, is_standby: isStandby, is_read_only: isReadOnly } = server;
  if (encoding !== "UTF8")
    return `the database keeps texts in ${encoding.slice(0, 20)}, and must keep them in UTF8`;
  if (isStandby) return "it is a standby, not the primary";
  return isReadOnly ? "it takes no writes" : undefined;
}

function readPassword({ password: { value = "", file } }: PostgresPlace): string {
  return file === undefined ? value : readSecret("DATABASE_PASSWORD_FILE", file);
}
