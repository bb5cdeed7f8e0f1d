import { readFileSync } from "node:fs";
import { Socket } from "node:net";
import { Client, DatabaseError, type Notification, type QueryResult, type QueryResultRow } from "pg";
import { fileFault, NoticeError } from "../../../schema/errors/notice-error.ts";
import type { PostgresAddress, PostgresHost } from "../../../schema/settings/postgres-url.ts";
import { inTime } from "../../time/deadline.ts";
import { guardReplies } from "./reply-guard.ts";

/** How long a server may take to close a connection, in ms. */
const sessionEndTimeoutMs = 500;
/** The code of a notice that is not a warning. */
const successCode = "00000";

/** The server did not answer in time. */
export class Late extends Error {}

/** The connection is lost, and the outcome of its last query is unknown; its cause says more. */
export class Lost extends Error {}

/** One connection. A query that exceeds its time ends the session. */
export interface Session {
  /** Runs one query with parameters; rejects with the database's error, or Lost. */
  query<R extends QueryResultRow>(
    text: string,
    values: unknown[],
    timeoutMs: number,
  ): Promise<QueryResult<R>>;
  /** Runs statements without parameters. */
  run(text: string, timeoutMs: number): Promise<void>;
  /** Whether the database sent a warning with the last query. */
  readonly wasWarned: boolean;
  /** Calls the listener with each notification. */
  listen(listener: (notification: Notification) => void): void;
  readonly isOver: boolean;
  close(): void;
}

/**
 * Connects to one host. The password is a function, so that it is read for each connection.
 * @throws what the driver, the network or the database throws, or Late
 */
export async function openSession(
  { host, port }: PostgresHost,
  address: PostgresAddress,
  password: () => string,
  timeoutMs: number,
): Promise<Session> {
  const { user, database } = address;
  const socket = new Socket();
  const ssl = host.startsWith("/") ? false : tlsOptions(address, host);
  const client = new Client({
    host,
    port,
    user,
    database,
    ssl,
    password: async () => password(),
    application_name: "backsoon",
    keepAlive: true,
    // The driver's own time limits leave the connection in an unknown state: ours end it.
    stream: () => socket,
  });
  let wasWarned = false;
  let isOver = false;
  // Without a listener, a connection that is lost between two queries ends the process.
  client.on("error", () => {});
  client.on("end", () => (isOver = true));
  client.on("notice", ({ code }) => {
    wasWarned ||= code !== successCode;
  });
  const destroy = (): void => {
    isOver = true;
    socket.destroy();
  };
  const expectReply = guardReplies(client.connection, destroy);

  const within = <T>(work: Promise<T>, timeout: number): Promise<T> => {
    expectReply();
    wasWarned = false;
    return inTime(work, { timeLeftMs: () => timeout }, () => {
      destroy();
      return new Late();
    });
  };
  const asking = async <T>(work: Promise<T>, timeout: number): Promise<T> => {
    try {
      return await within(work, timeout);
    } catch (cause) {
      if (isDatabaseError(cause)) throw cause;
      destroy();
      throw new Lost(undefined, { cause });
    }
  };
  try {
    await within(client.connect(), timeoutMs);
  } catch (error) {
    destroy();
    throw error;
  }
  return {
    query: (text, values, timeout) => asking(client.query(text, values), timeout),
    run: async (text, timeout) => void (await asking(client.query(text), timeout)),
    get wasWarned() {
      return wasWarned;
    },
    listen: (listener) => void client.on("notification", listener),
    get isOver() {
      return isOver;
    },
    close() {
      if (isOver) return;
      isOver = true;
      client.end().catch(() => {});
      setTimeout(() => socket.destroy(), sessionEndTimeoutMs).unref();
    },
  };
}

/** Whether an error comes from the database itself. */
export function isDatabaseError(error: unknown): error is DatabaseError & { code: string } {
  return error instanceof DatabaseError && error.code !== undefined;
}

function tlsOptions({ sslmode, sslrootcert }: PostgresAddress, host: string) {
  if (sslmode === "disable") return false;
  return {
    ...(sslrootcert !== undefined && { ca: readAuthorities(sslrootcert) }),
    // An IP address is not sent as a server name, but is looked for in the certificate all the same.
    host,
    rejectUnauthorized: sslmode !== "require",
    ...(sslmode !== "verify-full" && { checkServerIdentity: () => undefined }),
  };
}

function readAuthorities(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    const reason = `names ${file} as sslrootcert, which cannot be read (${fileFault(cause)}): give the path of a readable file with certificates`;
    throw new NoticeError("DATABASE_INVALID", { reason }, { cause });
  }
}
