import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import {
  Client,
  type Connection,
  DatabaseError,
  type Notification,
  type QueryResult,
  type QueryResultRow,
} from "pg";
import { fileFault, NoticeError } from "../../schema/errors/notice-error.ts";
import type { PostgresAddress, PostgresHost } from "../../schema/settings/postgres-url.ts";
import { inTime } from "../deadline.ts";

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
  run(text: string, timeoutMs: number): Promise<void>;
  /** Whether the database sent a warning with the last query. */
  readonly wasWarned: boolean;
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

/** Larger than any reply to our queries, in bytes: a foreign server may send without end. */
const maxReplyBytes = 16 * 1024 * 1024;

/** The end of the first message: a byte for its type, four bytes for the length of all but that byte, and the rest. */
const endOf = (said: Buffer): number => (said.length < 5 ? Infinity : 1 + said.readUInt32BE(1));

/**
 * Keeps replies from the driver, also in TLS, that would crash it or never end, and calls `refuse` instead. Returns a
 * function to call before each query.
 * @see https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export function guardReplies(connection: Connection, refuse: () => void): () => void {
  // The driver's method that begins to read, which its types leave out.
  const driver = connection as unknown as { attachListeners(stream: Pick<Duplex, "on">): void };
  const attach = driver.attachListeners.bind(driver);
  let bytes = 0;
  driver.attachListeners = (stream) => {
    const guarded = new EventEmitter();
    let left = Buffer.alloc(0);
    stream.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      left = Buffer.concat([left, chunk]);
      try {
        if (bytes > maxReplyBytes) throw new Error("The reply has no end.");
        for (let end = endOf(left); end <= left.length; end = endOf(left)) {
          const isList = "EN".includes(left.toString("latin1", 0, 1));
          if (end < 5 || (isList && left.readUInt16BE(end - 2) > 0)) throw new Error("It has no end.");
          const message = left.subarray(0, end);
          left = left.subarray(end);
          guarded.emit("data", message);
        }
      } catch {
        refuse();
      }
    });
    attach(guarded as unknown as Duplex);
  };
  return () => {
    bytes = 0;
  };
}
